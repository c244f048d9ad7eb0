/**
 * Embeds of an account whose plan ended: they stay unchanged for two weeks, then become plain links to the platforms. When
 * a new plan starts, the event `account.changed` follows and its subscriber `embeds.snapshots` restores them.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { sourceSchema } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Plans } from '../billing/index.ts';
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

/** Accounts whose plan includes no embeds any more and whose embeds still show reviews, across all tenants. */
export async function listAccountsToLapse(trx: Transaction<DB>, plans: Plans): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts a
     where plan_ended_at is not null and exists (
       select from snapshots s where s.account_id = a.id and not s.content ? 'lapsed')`.execute(trx);
  const lapsed: string[] = [];
  for (const { id } of rows) if (!(await plans.of(trx, id)).has('serve-embeds')) lapsed.push(id);
  return lapsed;
}
