/** The data of an account that all its snapshots share; loaded once per transaction. */
import type { Business } from '@kindling/contract/businesses';
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Source } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { listBusinesses } from '../businesses/index.ts';
import { type ListingRow, listListingRows } from '../connections/index.ts';
import { listBusinessSlugs } from '../pipelines/index.ts';
import { getMarket } from '../reviews/index.ts';
import { type ReviewSum, sumReviewDays } from './queries.ts';
import { loadTagReferences, type TagReferences } from './tag-references.ts';
import { unfilterableSourcesIn } from './unfilterable-sources.ts';

export interface SnapshotContext {
  /** Oldest first; see `businessNameOf`. */
  businesses: readonly Business[];
  /** By location: the name shown with its replies. */
  replyNames: ReadonlyMap<string, string>;
  listings: ListingRow[];
  /** By business: the end of the address of its own pages. */
  slugs: ReadonlyMap<string, string>;
  sums: ReviewSum[];
  tags: TagReferences;
  /** See unfilterable-sources.ts. */
  unfilterableSources: readonly Source[];
}

export async function loadSnapshotContext(trx: Transaction<DB>, accountId: string): Promise<SnapshotContext> {
  const businesses = await listBusinesses(trx, accountId);
  return {
    businesses,
    replyNames: replyNamesByLocation(businesses),
    sums: await sumReviewDays(trx, accountId),
    listings: await listListingRows(trx, accountId),
    slugs: await listBusinessSlugs(trx, accountId),
    tags: await loadTagReferences(trx, accountId),
    unfilterableSources: unfilterableSourcesIn(await getMarket(trx, accountId)),
  };
}

/** The name of the business that an embed shows: the oldest one with a location of the embed. */
export function businessNameOf(
  { locationIds }: Pick<EmbedSettings, 'locationIds'>,
  { businesses }: Pick<SnapshotContext, 'businesses'>,
): string {
  const shown = businesses.find(({ locations }) => locations.some(({ id }) => locationIds.includes(id)));
  return (shown ?? businesses[0])?.name ?? '';
}

/** The name of the location; for a business with a single location, the name of the business. */
function replyNamesByLocation(businesses: readonly Business[]): ReadonlyMap<string, string> {
  return new Map(
    businesses.flatMap(({ name, locations }) =>
      locations.map((location) => [location.id, locations.length === 1 ? name : location.name] as const),
    ),
  );
}
