/** Which stored reviews the platform still shows, and what happens to the others. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface AbsentReview {
  id: string;
  external_id: string;
  resource_name: string | null;
  /**
   * Time since which passes have not contained the review, without proof that it is deleted; null for the first time.
   */
  missing_at: Date | null;
}

/** The number of a listing's reviews that count as shown by the platform. */
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

/** Marks reviews as missing without removing them. `confirmedUntil` is the last full pass that contained them. */
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

/** Marks reviews as removed. A sync restores them when the platform shows them again. */
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

/** Deletes the rows, for platforms whose terms allow storing only the newest answer. */
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

/** Clears the missing mark of reviews that a look-up found. */
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
 * Deletes text, author and picture of reviews that were last confirmed more than `days` days ago, at most `limit` rows
 * over all accounts. Stars, times and our own marks stay. Clears the hash, so that the next sync that finds the review
 * restores its content.
 * @returns how many
 */
export async function wipeUnconfirmed(
  trx: Transaction<DB>,
  connector: string,
  days: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update reviews r
       set text = null, translation = null, author_name = null, author_photo_url = null,
           reply_text = null, content_hash = '', wiped_at = now()
     where (r.account_id, r.id) in (${selectUnconfirmed(connector, days, limit)})`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** As `wipeUnconfirmed`, but deletes whole reviews, for platforms whose terms cover the whole answer. */
export async function deleteUnconfirmed(
  trx: Transaction<DB>,
  connector: string,
  days: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reviews r
     where (r.account_id, r.id) in (${selectUnconfirmed(connector, days, limit)})`.execute(trx);
  return Number(numAffectedRows ?? 0);
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
