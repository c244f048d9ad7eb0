/** SQL of the mails that tell members of reviews at once. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { AccountUser } from '../identity/index.ts';
import { maxReviewText } from '../mail/index.ts';
import type { Which } from './arrived-queries.ts';
import { isShown } from './new-reviews.ts';
import { shorten } from './shorten.ts';
import { choicesOf, isWanted } from './wanted.ts';

export interface NewAlert {
  reviewId: string;
  dueAt: Date;
}

/** For those of the users who want to hear of them. A repeated call adds none. */
export async function insertReviewAlerts(
  trx: Transaction<DB>,
  accountId: string,
  alerts: readonly NewAlert[],
  users: readonly AccountUser[],
): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    insert into review_alerts (account_id, review_id, user_id, due_at)
    select r.account_id, r.id, m."userId", x."dueAt"
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as x("reviewId" uuid, "dueAt" timestamptz)
      join reviews r on r.account_id = ${accountId}::uuid and r.id = x."reviewId"
      join ${choicesOf(users)} on ${isWanted}
    -- One that was held until now was left out of its mail, if it had one.
    on conflict (account_id, review_id, user_id) do update set due_at = excluded.due_at, done_at = null
     where review_alerts.done_at is not null and review_alerts.email_id is null`.execute(trx);
}

/** Somebody to whom something is due. */
export interface DueMember {
  user_id: string;
}

export async function listDueMembers(
  trx: Transaction<DB>,
  accountId: string,
  now: Date,
  limit: number,
): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    select distinct user_id from review_alerts
     where account_id = ${accountId}::uuid and done_at is null and due_at <= ${now}
     order by user_id limit ${limit}`.execute(trx);
  return rows;
}

/** What is due to one member at a moment. */
export interface Due {
  accountId: string;
  userId: string;
  now: Date;
}

/** Whether alert `a` is due. */
const isDue = ({ accountId, userId, now }: Due) => sql<boolean>`(a.account_id = ${accountId}::uuid
  and a.user_id = ${userId}::uuid and a.done_at is null and a.due_at <= ${now})`;

export interface DueReviewAlert {
  review_id: string;
  bundled: boolean;
  location_name: string;
  source: string;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  author_name: string | null;
  text: string | null;
}

/** The oldest reviews first. */
export async function listDueReviewAlerts(
  trx: Transaction<DB>,
  due: Due,
  limit: number,
): Promise<DueReviewAlert[]> {
  const { rows } = await sql<DueReviewAlert>`
    select a.review_id, a.bundled, l.name as location_name, r.source, r.rating, r.recommendation, r.author_name,
           left(nullif(r.text, ''), ${maxReviewText.alone + 1}) as text
      from review_alerts a
      join reviews r on r.account_id = a.account_id and r.id = a.review_id
      join locations l on l.account_id = r.account_id and l.id = r.location_id
     where ${isDue(due)}
     order by r.created_at, r.id limit ${limit}`.execute(trx);
  return rows.map((row) => ({
    ...row,
    text: row.text === null ? null : shorten(row.text, maxReviewText.alone),
  }));
}

/** What one member got lately. */
export interface AlertHistory {
  sent: number;
  last_bundle: Date | null;
}

/** By the member: mails about single reviews since `since`, and when one about several was made. */
export async function reviewAlertHistory(
  trx: Transaction<DB>,
  accountId: string,
  since: Date,
): Promise<Map<string, AlertHistory>> {
  const { rows } = await sql<AlertHistory & { user_id: string }>`
    select user_id, count(*) filter (where not bundled)::int as sent,
           max(done_at) filter (where bundled) as last_bundle
      from review_alerts
     where account_id = ${accountId} and done_at > ${since} and email_id is not null
     group by user_id`.execute(trx);
  return new Map(rows.map(({ user_id, ...history }) => [user_id, history]));
}

export async function postponeReviewAlerts(
  trx: Transaction<DB>,
  due: Due,
  change: { dueAt: Date; bundled: boolean },
): Promise<void> {
  await sql`
    update review_alerts a set due_at = ${change.dueAt}, bundled = a.bundled or ${change.bundled}
     where ${isDue(due)}`.execute(trx);
}

/**
 * Finishes what nobody needs to be told any more: it was answered or taken away, or the member no longer wants or may have
 * the mail. @param user undefined for somebody who left
 */
export async function finishUnneededAlerts(
  trx: Transaction<DB>,
  due: Due,
  user: AccountUser | undefined,
): Promise<void> {
  // A subquery for each alert finds its review by the id, also while the planner knows nothing of the tables.
  await sql`
    update review_alerts a set done_at = ${due.now}, bundled = false
     where ${isDue(due)} and (
       select ${isShown} and not r.answered and ${isWanted}
         from reviews r cross join ${choicesOf(user === undefined ? [] : [user])}
        where r.account_id = a.account_id and r.id = a.review_id) is not true`.execute(trx);
}

export async function finishReviewAlert(
  trx: Transaction<DB>,
  { accountId, userId, now }: Due,
  reviewId: string,
  emailId: string,
): Promise<void> {
  await sql`
    update review_alerts set done_at = ${now}, email_id = ${emailId}, bundled = false
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid and review_id = ${reviewId}::uuid`.execute(
    trx,
  );
}

/** Finishes all that is due, in one mail. @returns the reviews of that mail */
export async function finishBundle(trx: Transaction<DB>, due: Due, emailId: string): Promise<Which> {
  await sql`
    update review_alerts a set done_at = ${due.now}, email_id = ${emailId}, bundled = true
     where ${isDue(due)}`.execute(trx);
  // `is true` keeps the set a hashed subplan: as a join, it is nested loops while the table has no statistics.
  return sql`(${isShown} and (r.id in (
    select a.review_id from review_alerts a
     where a.account_id = ${due.accountId}::uuid and a.user_id = ${due.userId}::uuid and a.done_at = ${due.now}
       and a.email_id = ${emailId}::uuid)) is true)`;
}

/** Accounts with due alerts. Across all tenants. */
export async function listAccountsWithDueReviewAlerts(
  trx: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from review_alerts where done_at is null and due_at <= ${now} limit ${limit}`.execute(
    trx,
  );
  return rows.map((row) => row.account_id);
}

/** Deletes up to `limit` alerts that were done before `before`. Across all tenants. @returns how many */
export async function deleteDoneReviewAlerts(
  trx: Transaction<DB>,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from review_alerts where (account_id, review_id, user_id) in (
      select account_id, review_id, user_id from review_alerts where done_at < ${before} limit ${limit})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}
