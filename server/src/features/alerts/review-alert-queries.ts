/** SQL of the mails that tell members of reviews at once. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { maxReviewText } from '../mail/index.ts';
import { isShown } from './new-reviews.ts';
import { shorten } from './shorten.ts';

export interface NewAlert {
  reviewId: string;
  userId: string;
  dueAt: Date;
}

/** A repeated call adds none. */
export async function insertReviewAlerts(
  trx: Transaction<DB>,
  accountId: string,
  alerts: readonly NewAlert[],
): Promise<void> {
  if (alerts.length === 0) return;
  await sql`
    insert into review_alerts (account_id, review_id, user_id, due_at)
    select ${accountId}::uuid, x."reviewId", x."userId", x."dueAt"
      from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb)
        as x("reviewId" uuid, "userId" uuid, "dueAt" timestamptz)
    -- One that was held until now was left out of its mail, if it had one.
    on conflict (account_id, review_id, user_id) do update set due_at = excluded.due_at, done_at = null
     where review_alerts.done_at is not null and review_alerts.email_id is null`.execute(trx);
}

export interface DueReviewAlert {
  review_id: string;
  user_id: string;
  bundled: boolean;
  /** False when nobody needs to be told of it any more. */
  needed: boolean;
  location_id: string;
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
  accountId: string,
  now: Date,
  limit: number,
): Promise<DueReviewAlert[]> {
  const { rows } = await sql<DueReviewAlert>`
    select a.review_id, a.user_id, a.bundled, (${isShown} and not r.answered) as needed, r.location_id,
           l.name as location_name, r.source, r.rating, r.recommendation, r.author_name,
           left(nullif(r.text, ''), ${maxReviewText.alone + 1}) as text
      from review_alerts a
      join reviews r on r.account_id = a.account_id and r.id = a.review_id
      join locations l on l.account_id = r.account_id and l.id = r.location_id
     where a.account_id = ${accountId} and a.done_at is null and a.due_at <= ${now}
     order by r.created_at, r.id, a.user_id limit ${limit}`.execute(trx);
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
  accountId: string,
  { userId, reviewIds }: { userId: string; reviewIds: readonly string[] },
  change: { dueAt: Date; bundled: boolean },
): Promise<void> {
  await sql`
    update review_alerts set due_at = ${change.dueAt}, bundled = bundled or ${change.bundled}
     where account_id = ${accountId} and user_id = ${userId} and review_id = any(${[...reviewIds]}::uuid[])`.execute(
    trx,
  );
}

/** @param emailId null when no mail was needed */
export async function finishReviewAlerts(
  trx: Transaction<DB>,
  accountId: string,
  { userId, reviewIds }: { userId: string; reviewIds: readonly string[] },
  end: { emailId: string | null; bundled: boolean; now: Date },
): Promise<void> {
  await sql`
    update review_alerts set done_at = ${end.now}, email_id = ${end.emailId}, bundled = ${end.bundled}
     where account_id = ${accountId} and user_id = ${userId} and review_id = any(${[...reviewIds]}::uuid[])`.execute(
    trx,
  );
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
