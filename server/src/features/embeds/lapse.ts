/**
 * What becomes of the embeds of an account whose plan ended: they stay as they are for two weeks, then they are plain
 * links to the platforms, and are themselves again when a plan begins (whoever notes that asks for `embeds.refresh`).
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { sourceSchema } from '@kindling/contract/platforms';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isLapsed } from './content-queries.ts';
import { type Brand, type EmbedToShow, filterListings } from './snapshot.ts';
import type { SnapshotContext } from './snapshot-context.ts';

/** Nothing of a review and no figure: where to read them all is what remains. */
export function makeLapsedSnapshot(
  { code, settings }: EmbedToShow,
  { brand, facts }: { brand: Brand; facts: SnapshotContext },
): Snapshot {
  const listings = filterListings(settings, facts.listings);
  const links = listings.flatMap(({ platform, name, maps_url: url }) =>
    url === null ? [] : [{ source: sourceSchema.parse(platform), name, url }],
  );
  return {
    version: 1,
    code,
    settings,
    businessName: facts.businessName,
    figures: [],
    reviews: [],
    disclosure: { shown: 0, total: 0, omitted: [], minimumRating: settings.minimumRating },
    brand,
    lapsed: { links },
  };
}

/** Accounts whose embeds still show reviews though their two weeks are over. Across all tenants. */
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
