/** Which stored reviews the platform still shows, and what happens to those that it does not. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface AbsentReview {
  id: string;
  external_id: string;
  resource_name: string | null;
  /** Since when it is known to be absent without proof; null when this is the first time. */
  missing_at: Date | null;
}

/** Reviews of a listing that count as shown at its platform. */
export async function countShownReviews(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('review_days')
    .select(sql<number>`coalesce(sum(total), 0)::int`.as('shown'))
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow();
  return row.shown;
}

/** Notes as absent, without taking them away. Up to now they were confirmed by the listing's passes. */
export async function markMissing(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
  confirmedUntil: Date | null,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('reviews')
    .set({
      missing_at: sql`now()`,
      confirmed_at: sql`greatest(confirmed_at, ${confirmedUntil}::timestamptz)`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('missing_at', 'is', null)
    .execute();
}

/** Takes reviews out of every list of shown ones. They come back by themselves when the platform shows them again. */
export async function markRemoved(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await trx
    .updateTable('reviews')
    .set({ removed_at: sql`now()`, missing_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** Deletes for real: for platforms of which nothing may be kept beside what they show now. */
export async function deleteReviews(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('reviews')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** They were asked for one by one and are there: the next pass begins with a clean sheet. */
export async function markPresent(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('reviews')
    .set({ missing_at: null, confirmed_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('missing_at', 'is not', null)
    .execute();
}

/**
 * Deletes text, author and picture of reviews that were last confirmed more than `days` days ago, at most `limit` at
 * a time over all accounts, and returns whose they were. Stars, times and our own marks stay. The next sync that finds
 * such a review brings it back, since its content is no longer as stored.
 */
export async function wipeUnconfirmed(
  trx: Transaction<DB>,
  connector: string,
  days: number,
  limit: number,
): Promise<{ accounts: string[]; wiped: number }> {
  const { rows } = await sql<{ account_id: string }>`
    update reviews r
       set text = null, translation = null, author_name = null, author_photo_url = null,
           reply_text = null, content_hash = '', wiped_at = now()
     where (r.account_id, r.id) in (${selectUnconfirmed(connector, days, limit)})
    returning r.account_id`.execute(trx);
  return { accounts: [...new Set(rows.map((row) => row.account_id))], wiped: rows.length };
}

/** As `wipeUnconfirmed`, but of a platform of which nothing may be kept: the reviews go as a whole. */
export async function deleteUnconfirmed(
  trx: Transaction<DB>,
  connector: string,
  days: number,
  limit: number,
): Promise<{ accounts: string[]; wiped: number }> {
  const { rows } = await sql<{ account_id: string }>`
    delete from reviews r
     where (r.account_id, r.id) in (${selectUnconfirmed(connector, days, limit)})
    returning r.account_id`.execute(trx);
  return { accounts: [...new Set(rows.map((row) => row.account_id))], wiped: rows.length };
}

function selectUnconfirmed(connector: string, days: number, limit: number) {
  return sql`
    select w.account_id, w.id
      from reviews w join listings l on l.account_id = w.account_id and l.id = w.listing_id
           join connections c on c.account_id = l.account_id and c.id = l.connection_id
     where c.connector = ${connector} and w.wiped_at is null
       and greatest(w.confirmed_at,
                    case when w.missing_at is null and w.removed_at is null then l.last_full_pass_at end)
           < now() - make_interval(days => ${days})
     limit ${limit}`;
}
