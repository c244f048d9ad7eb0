/** What all embeds of an account are made from, whatever each shows: read once for all that are made in one transaction. */
import type { Business } from '@kindling/contract/businesses';
import type { Source } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { listBusinesses } from '../businesses/index.ts';
import { type ListingRow, listListingRows } from '../connections/index.ts';
import { getAccountPolicy } from './content-queries.ts';
import { type ReviewSum, sumReviewDays } from './queries.ts';
import { unfilterableSourcesIn } from './unfilterable-sources.ts';

export interface SnapshotContext {
  businessName: string;
  /** By location: who replies there. */
  replyNames: ReadonlyMap<string, string>;
  listings: ListingRow[];
  sums: ReviewSum[];
  /** See rating-rule.ts. */
  keptWhole: readonly Source[];
  /** The plan ended and its embeds let go: see lapse.ts. */
  lapsed: boolean;
}

export async function loadSnapshotContext(trx: Transaction<DB>, accountId: string): Promise<SnapshotContext> {
  const { market, lapsed } = await getAccountPolicy(trx, accountId);
  const businesses = await listBusinesses(trx, accountId);
  return {
    businessName: businesses[0]?.name ?? '',
    replyNames: replyNamesByLocation(businesses),
    sums: await sumReviewDays(trx, accountId),
    listings: await listListingRows(trx, accountId),
    keptWhole: unfilterableSourcesIn(market),
    lapsed,
  };
}

/** A business with one place is known by its own name, not by that of the place. */
function replyNamesByLocation(businesses: readonly Business[]): ReadonlyMap<string, string> {
  return new Map(
    businesses.flatMap(({ name, locations }) =>
      locations.map((location) => [location.id, locations.length === 1 ? name : location.name] as const),
    ),
  );
}
