/**
 * Embeds of an account whose plan ended: they stay unchanged for two weeks, then become plain links to the platforms. When
 * a new plan starts, the job `embeds.refresh` restores them; whoever records the new plan has to enqueue it.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { sourceSchema } from '@kindling/contract/platforms';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isLapsed } from './content-queries.ts';
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

/** Accounts whose two weeks are over and whose embeds still show reviews, across all tenants. */
export async function listAccountsToLapse(trx: Transaction<DB>): Promise<string[]> {
  const accounts = await trx
    .selectFrom('accounts as a')
    .innerJoin('snapshots as s', 's.account_id', 'a.id')
    .select('a.id')
    .distinct()
    .where(isLapsed)
    .where(sql<SqlBool>`not s.content ? 'lapsed'`)
    .execute();
  return accounts.map(({ id }) => id);
}
