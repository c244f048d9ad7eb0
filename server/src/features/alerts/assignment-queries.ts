/** SQL of the mails that tell members of reviews that were assigned to them. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Which } from './arrived-queries.ts';
import type { Assignment } from './assignments.ts';

/** A repeated call adds none; a review that is assigned to the member again is told again, no sooner than what waits. */
export async function insertAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  assignments: readonly Assignment[],
  /** Seconds after the assignment, and after the member's latest mail. */
  wait: { more: number; next: number },
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    insert into assignment_alerts (account_id, review_id, user_id, assigned_at, due_at)
    select r.account_id, r.id, x."userId", x.at, greatest(
             x.at + make_interval(secs => ${wait.more}),
             (select max(s.done_at) from assignment_alerts s
               where s.account_id = r.account_id and s.user_id = x."userId" and s.email_id is not null)
             + make_interval(secs => ${wait.next}))
      from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb)
        as x("reviewId" uuid, "userId" uuid, at timestamptz)
      join reviews r on r.account_id = ${accountId}::uuid and r.id = x."reviewId"
    on conflict (account_id, review_id, user_id) do update
       set assigned_at = excluded.assigned_at, due_at = greatest(assignment_alerts.due_at, excluded.due_at),
           done_at = null, email_id = null
     where excluded.assigned_at > assignment_alerts.assigned_at`.execute(trx);
}

/** What waits for one member. */
export interface DueAssignments {
  user_id: string;
  /** The moment of the latest one. */
  latest: Date;
}

/** Members with something due. All that waits for them is told together. */
export async function listDueAssignments(
  trx: Transaction<DB>,
  accountId: string,
  now: Date,
  limit: number,
): Promise<DueAssignments[]> {
  const { rows } = await sql<DueAssignments>`
    select user_id, max(assigned_at) as latest from assignment_alerts
     where account_id = ${accountId}::uuid and done_at is null
     group by user_id having min(due_at) <= ${now}
     order by user_id limit ${limit}`.execute(trx);
  return rows;
}

/** Reviews that wait for the member, are still theirs, and are at a location that they see (null: all). */
export function waitingFor(
  accountId: string,
  { user_id, latest }: DueAssignments,
  locationIds: readonly string[] | null,
): Which {
  const isSeen = locationIds === null ? sql`true` : sql`r.location_id = any(${[...locationIds]}::uuid[])`;
  return sql`(r.assignee_id = ${user_id}::uuid and ${isSeen} and r.id in (
    select a.review_id from assignment_alerts a
     where a.account_id = ${accountId}::uuid and a.user_id = ${user_id}::uuid and a.done_at is null
       and a.assigned_at <= ${latest}))`;
}

export async function postponeAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  { user_id }: DueAssignments,
  dueAt: Date,
): Promise<void> {
  await sql`
    update assignment_alerts set due_at = ${dueAt}
     where account_id = ${accountId}::uuid and user_id = ${user_id}::uuid and done_at is null`.execute(trx);
}

/** @param emailId null when no mail was needed */
export async function finishAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  { user_id, latest }: DueAssignments,
  end: { emailId: string | null; now: Date },
): Promise<void> {
  await sql`
    update assignment_alerts set done_at = ${end.now}, email_id = ${end.emailId}
     where account_id = ${accountId}::uuid and user_id = ${user_id}::uuid and done_at is null
       and assigned_at <= ${latest}`.execute(trx);
}

/** Accounts with due alerts. Across all tenants. */
export async function listAccountsWithDueAssignmentAlerts(
  trx: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from assignment_alerts
     where done_at is null and due_at <= ${now} limit ${limit}`.execute(trx);
  return rows.map((row) => row.account_id);
}

/** Deletes up to `limit` alerts that were done before `before`. Across all tenants. @returns how many */
export async function deleteDoneAssignmentAlerts(
  trx: Transaction<DB>,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from assignment_alerts where (account_id, review_id, user_id) in (
      select account_id, review_id, user_id from assignment_alerts
       where done_at < ${before} limit ${limit})`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
