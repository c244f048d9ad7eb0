/** SQL of the mails that tell members of messages. */
import type { FeedbackState } from '@kindling/contract/feedback';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A repeated call adds none. */
export async function insertAlerts(
  trx: Transaction<DB>,
  accountId: string,
  feedbackId: string,
  userIds: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .insertInto('feedback_alerts')
    .values(
      userIds.map((userId) => ({
        account_id: accountId,
        feedback_id: feedbackId,
        user_id: userId,
        due_at: dueAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface DueAlert {
  feedback_id: string;
  user_id: string;
  bundled: boolean;
  state: FeedbackState;
  location_id: string;
  location_name: string;
  message: string | null;
  author_name: string | null;
  rating: number | null;
  thumb: 'up' | 'down' | null;
}

/** The oldest messages first. */
export async function listDueAlerts(
  trx: Transaction<DB>,
  accountId: string,
  now: Date,
  limit: number,
): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    select a.feedback_id, a.user_id, a.bundled, f.state, f.location_id, l.name as location_name, f.message, f.author_name,
           s.rating, s.thumb
      from feedback_alerts a
      join feedback f on f.account_id = a.account_id and f.id = a.feedback_id
      join locations l on l.account_id = f.account_id and l.id = f.location_id
      join submissions s on s.account_id = f.account_id and s.id = f.id
     where a.account_id = ${accountId} and a.done_at is null and a.due_at <= ${now}
     order by f.created_at, f.id, a.user_id limit ${limit}`.execute(trx);
  return rows;
}

/** What one member got, and what waits to be told in one mail. */
export interface AlertHistory {
  sent: number;
  last_bundle: Date | null;
  next_bundle: Date | null;
}

/** By the member: the mails about single messages since `since`, and the mails about several. */
export async function alertHistory(
  trx: Transaction<DB>,
  accountId: string,
  since: Date,
): Promise<Map<string, AlertHistory>> {
  const { rows } = await sql<AlertHistory & { user_id: string }>`
    select user_id,
           count(*) filter (where not bundled and email_id is not null)::int as sent,
           max(done_at) filter (where bundled and email_id is not null) as last_bundle,
           min(due_at) filter (where bundled and done_at is null) as next_bundle
      from feedback_alerts where account_id = ${accountId} and (done_at is null or done_at > ${since})
     group by user_id`.execute(trx);
  return new Map(rows.map(({ user_id, ...history }) => [user_id, history]));
}

type AlertKey = Pick<DueAlert, 'feedback_id' | 'user_id'>;

export async function postponeAlert(
  trx: Transaction<DB>,
  accountId: string,
  { feedback_id, user_id }: AlertKey,
  { dueAt, bundled }: { dueAt: Date; bundled: boolean },
): Promise<void> {
  await trx
    .updateTable('feedback_alerts')
    .set({ due_at: dueAt, bundled })
    .where('account_id', '=', accountId)
    .where('feedback_id', '=', feedback_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** @param emailId null when no mail was needed */
export async function finishAlert(
  trx: Transaction<DB>,
  accountId: string,
  { feedback_id, user_id }: AlertKey,
  { emailId, now }: { emailId: string | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('feedback_alerts')
    .set({ done_at: now, email_id: emailId })
    .where('account_id', '=', accountId)
    .where('feedback_id', '=', feedback_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** Finishes the member's alerts that are due in one mail. @returns how many messages of them nobody works on yet */
export async function finishBundle(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  { emailId, now }: { emailId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with finished as (
      update feedback_alerts set done_at = ${now}, email_id = ${emailId}
       where account_id = ${accountId} and user_id = ${userId} and bundled and done_at is null and due_at <= ${now}
      returning feedback_id)
    select count(*)::int as count from feedback f
     where f.account_id = ${accountId} and f.state = 'new' and f.id in (select feedback_id from finished)`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Accounts with due alerts. Across all tenants. */
export async function listAccountsWithDueAlerts(
  trx: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('feedback_alerts')
    .select('account_id')
    .distinct()
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Deletes up to `limit` alerts that were done before `before`. Across all tenants. @returns how many */
export async function deleteDoneAlerts(trx: Transaction<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from feedback_alerts where (account_id, feedback_id, user_id) in (
      select account_id, feedback_id, user_id from feedback_alerts where done_at < ${before} limit ${limit})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0n);
}
