/** SQL of the list of addresses that get no invitations, of those that were invited lately, and of the mails per day. */
import { requestLimits, type SuppressionReason } from '@kindling/contract/review-request-limits';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { addressHash } from './addresses.ts';

export interface SuppressionRow {
  id: string;
  masked: string;
  reason: SuppressionReason;
  created_at: Date;
}

/** The newest first; `position` is for the cursor. */
export async function listSuppressionRows(
  trx: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<(SuppressionRow & { position: string })[]> {
  const { rows } = await sql<SuppressionRow & { position: string }>`
    select id, masked, reason, created_at,
           to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from review_request_suppressions
     where account_id = ${accountId}
           ${after === null ? sql`` : sql`and (created_at, id) < (${after.time}::timestamptz, ${after.id}::uuid)`}
     order by created_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}

export async function countSuppressions(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_request_suppressions where account_id = ${accountId}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export interface NewSuppression {
  id: string;
  hash: Buffer;
  masked: string;
  reason: SuppressionReason;
  createdAt: Date;
}

/**
 * Adds an address. What the recipient or their mail server said replaces what a member entered, which a member could remove.
 * @returns the row of the address as it is now
 */
export async function insertSuppression(
  trx: Transaction<DB>,
  accountId: string,
  { id, hash, masked, reason, createdAt }: NewSuppression,
): Promise<SuppressionRow> {
  const { rows } = await sql<SuppressionRow>`
    insert into review_request_suppressions as s (account_id, id, address_hash, masked, reason, created_at)
    values (${accountId}, ${id}, ${hash}, ${masked}, ${reason}, ${createdAt})
    on conflict (account_id, address_hash) do update set
      reason = case when s.reason in ('unsubscribed', 'complained') or excluded.reason = 'member' then s.reason
                    else excluded.reason end
    returning id, masked, reason, created_at`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The address was not stored');
  return row;
}

export async function findSuppression(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<SuppressionRow | null> {
  const { rows } = await sql<SuppressionRow>`
    select id, masked, reason, created_at from review_request_suppressions
     where account_id = ${accountId} and id = ${id} for update`.execute(trx);
  return rows[0] ?? null;
}

/** Whether mail to the address was refused for good or reported as unwanted. Who only unsubscribed gets other mails. */
export async function refusesMail(trx: Transaction<DB>, accountId: string, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('review_request_suppressions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('address_hash', '=', addressHash(accountId, email))
    .where('reason', 'in', ['refused', 'bounced', 'complained'])
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSuppression(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('review_request_suppressions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Which of these addresses get no invitation now, and why; by the hash in hex. */
export async function findBlocked(
  trx: Transaction<DB>,
  accountId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, 'suppressed' | 'invited-lately'>> {
  const since = new Date(now.getTime() - requestLimits.restDays * 86_400_000);
  const list = JSON.stringify(hashes.map((hash) => hash.toString('hex')));
  const { rows } = await sql<{ hash: string; suppressed: boolean }>`
    with wanted as (select decode(value, 'hex') as hash from jsonb_array_elements_text(${list}::jsonb))
    select encode(w.hash, 'hex') as hash, s.id is not null as suppressed
      from wanted w
      left join review_request_suppressions s on s.account_id = ${accountId} and s.address_hash = w.hash
      left join review_request_contacts c
             on c.account_id = ${accountId} and c.address_hash = w.hash and c.invited_at > ${since}
     where s.id is not null or c.address_hash is not null`.execute(trx);
  return new Map(rows.map(({ hash, suppressed }) => [hash, suppressed ? 'suppressed' : 'invited-lately']));
}

export async function noteContact(
  trx: Transaction<DB>,
  accountId: string,
  { hash, masked, now }: { hash: Buffer; masked: string; now: Date },
): Promise<void> {
  await sql`
    insert into review_request_contacts as c (account_id, address_hash, masked, invited_at)
    values (${accountId}, ${hash}, ${masked}, ${now})
    on conflict (account_id, address_hash) do update set invited_at = excluded.invited_at`.execute(trx);
}

/** The masked form of an address that was invited; null when that was long ago. */
export async function findMasked(
  trx: Transaction<DB>,
  accountId: string,
  hash: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ masked: string }>`
    select masked from review_request_contacts where account_id = ${accountId} and address_hash = ${hash}`.execute(
    trx,
  );
  return rows[0]?.masked ?? null;
}

/** Across all tenants. */
export async function deleteOldContacts(
  db: Pick<Database, 'pool'>,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'review_request_contacts', sql`invited_at < ${before}`, { signal });
}

export interface DayCount {
  sent: number;
  tests: number;
}

/** Of the account's time zone and of UTC, each as `YYYY-MM-DD`. */
export interface SendingDay {
  local: string;
  utc: string;
}

export async function readDay(
  trx: Transaction<DB>,
  accountId: string,
  { local, utc }: SendingDay,
): Promise<{ local: DayCount; utc: DayCount }> {
  const { rows } = await sql<Record<'localSent' | 'localTests' | 'utcSent' | 'utcTests', number>>`
    select coalesce(sum(sent) filter (where day = ${local}::date), 0)::int as "localSent",
           coalesce(sum(tests) filter (where day = ${local}::date), 0)::int as "localTests",
           coalesce(sum(sent) filter (where utc_day = ${utc}::date), 0)::int as "utcSent",
           coalesce(sum(tests) filter (where utc_day = ${utc}::date), 0)::int as "utcTests"
      from review_request_days
     where account_id = ${accountId} and (day = ${local}::date or utc_day = ${utc}::date)`.execute(trx);
  const [sums = { localSent: 0, localTests: 0, utcSent: 0, utcTests: 0 }] = rows;
  return {
    local: { sent: sums.localSent, tests: sums.localTests },
    utc: { sent: sums.utcSent, tests: sums.utcTests },
  };
}

/** The caller holds the lock of the account, so that two calls cannot both be the last of the day. */
export async function addToDay(
  trx: Transaction<DB>,
  accountId: string,
  { local, utc }: SendingDay,
  { sent = 0, tests = 0 }: Partial<DayCount>,
): Promise<void> {
  await sql`
    insert into review_request_days as d (account_id, day, utc_day, sent, tests)
    values (${accountId}, ${local}::date, ${utc}::date, ${sent}, ${tests})
    on conflict (account_id, day, utc_day) do update set sent = d.sent + excluded.sent, tests = d.tests + excluded.tests`.execute(
    trx,
  );
}

/** Across all tenants. */
export async function deleteOldDays(
  db: Pick<Database, 'pool'>,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'review_request_days', sql`day < ${before}::date`, { signal });
}
