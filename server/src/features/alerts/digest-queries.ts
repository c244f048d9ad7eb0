/** SQL of the plan of digests. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { DigestKind } from './digest-days.ts';

/** The time zones of all accounts. Across all tenants. */
export async function listZones(trx: Transaction<DB>): Promise<string[]> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct time_zone from accounts where erasing_since is null`.execute(trx);
  return rows.map((row) => row.time_zone);
}

/** Accounts of the zone whose digests of the day are not planned. Across all tenants. */
export async function listUnplannedAccounts(
  trx: Transaction<DB>,
  zone: string,
  day: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a left join digest_days d on d.account_id = a.id
     where a.time_zone = ${zone} and a.erasing_since is null and (d.day is null or d.day < ${day}::date)
     order by a.id limit ${limit}`.execute(trx);
  return rows.map((row) => row.id);
}

/** False when the day was planned before. */
export async function claimDigestDay(trx: Transaction<DB>, accountId: string, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into digest_days (account_id, day) values (${accountId}::uuid, ${day}::date)
    on conflict (account_id) do update set day = excluded.day where digest_days.day < excluded.day`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

export interface DigestKey {
  accountId: string;
  userId: string;
  kind: DigestKind;
  day: string;
}

/** One that is there stays as it is. */
export async function insertDigest(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
  dueAt: Date,
): Promise<void> {
  await sql`
    insert into digests (account_id, user_id, kind, day, due_at)
    values (${accountId}::uuid, ${userId}::uuid, ${kind}, ${day}::date, ${dueAt})
    on conflict do nothing`.execute(trx);
}

/** Those that failed least often and wait longest first. Across all tenants. */
export async function listDueDigests(trx: Transaction<DB>, now: Date, limit: number): Promise<DigestKey[]> {
  const { rows } = await sql<DigestKey>`
    select account_id as "accountId", user_id as "userId", kind, to_char(day, 'YYYY-MM-DD') as day
      from digests where done_at is null and due_at <= ${now} order by attempts, due_at limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** Counts that a digest is being made. @returns how often it was, with this time; null when it is done */
export async function beginDigest(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`
    update digests set attempts = attempts + 1
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and kind = ${kind} and day = ${day}::date
       and done_at is null
    returning attempts`.execute(trx);
  return rows[0]?.attempts ?? null;
}

/** Gives a digest up. Its day is planned, so it does not come again, and the next one has its reviews. */
export async function deleteDigest(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
): Promise<void> {
  await sql`
    delete from digests
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and kind = ${kind} and day = ${day}::date
       and done_at is null`.execute(trx);
}

/** The day of the member's last digest of this kind before `key`, not before `notBefore`; null without one. */
export async function findFormerDigestDay(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
  notBefore: string,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(max(day), 'YYYY-MM-DD') as day from digests
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and kind = ${kind}
       and day < ${day}::date and day >= ${notBefore}::date`.execute(trx);
  return rows[0]?.day ?? null;
}

export async function postponeDigest(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
  dueAt: Date,
): Promise<void> {
  await sql`
    update digests set due_at = ${dueAt}, attempts = 0
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and kind = ${kind} and day = ${day}::date
       and done_at is null`.execute(trx);
}

/** @param emailId null when there was nothing to tell. @returns false when it was done before */
export async function finishDigest(
  trx: Transaction<DB>,
  { accountId, userId, kind, day }: DigestKey,
  emailId: string | null,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update digests set done_at = ${now}, email_id = ${emailId}
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and kind = ${kind} and day = ${day}::date
       and done_at is null`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Deletes up to `limit` digests that were done before `before`. Across all tenants. @returns how many */
export async function deleteDoneDigests(trx: Transaction<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from digests where (account_id, user_id, kind, day) in (
      select account_id, user_id, kind, day from digests where done_at < ${before} limit ${limit})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}
