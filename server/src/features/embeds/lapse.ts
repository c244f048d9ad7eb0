/**
 * Embeds of an account whose plan ended: they stay unchanged for two weeks, then become plain links to the platforms. When
 * a new plan starts, the event `account.changed` follows and its subscriber `embeds.snapshots` restores them.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { sourceSchema } from '@kindling/contract/platforms';
import { inSystem } from '../../db/transaction.ts';
import type { EmbedsDeps } from './deps.ts';
import { listAccountsShowingReviews } from './queries.ts';
import { type Brand, type EmbedToShow, filterListings } from './snapshot.ts';
import { businessNameOf, type SnapshotContext } from './snapshot-context.ts';

/** A snapshot without reviews and figures, only with links to the pages where they can be read. */
export function makeLapsedSnapshot(
  { code, settings }: EmbedToShow,
  { brand, context }: { brand: Brand; context: SnapshotContext },
): Snapshot {
  const listings = filterListings(settings, context.listings);
  const links = listings.flatMap(({ platform, name, maps_url: url }) =>
    url === null ? [] : [{ source: sourceSchema.parse(platform), name, url }],
  );
  return {
    version: 1,
    code,
    settings,
    businessName: businessNameOf(settings, context),
    figures: [],
    reviews: [],
    disclosure: { shown: 0, total: 0, omitted: [], minimumRating: settings.minimumRating },
    brand,
    lapsed: { links },
  };
}

/**
 * Ids of accounts whose plan includes no embeds any more and whose embeds still show reviews, across all tenants. Each page
 * of accounts is read in a transaction of its own, which ends before their ids are yielded.
 */
export async function* findAccountsToLapse(
  { db, plans }: Pick<EmbedsDeps, 'db' | 'plans'>,
  pageSize = 500,
): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const ids: string[] = await inSystem(db, (trx) =>
      plans.listWithout(trx, 'serve-embeds', { after, limit: pageSize }),
    );
    yield* await inSystem(db, (trx) => listAccountsShowingReviews(trx, ids));
    after = ids.length < pageSize ? null : (ids.at(-1) ?? null);
  } while (after !== null);
}
