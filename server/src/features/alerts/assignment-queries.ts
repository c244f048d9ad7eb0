/** SQL of the mails that tell members of reviews that were assigned to them. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Which } from './arrived-queries.ts';
import type { Assignment } from './assignments.ts';

/**
 * A repeated call adds none. A review that is assigned to the member again is told again.
 * @param wanting ids of the members who want a mail; the others have the line in their bell only
 * @param wait seconds after the assignment, and after the latest mail to the member
 */
export async function insertAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  assignments: readonly Assignment[],
  wanting: readonly string[],
  wait: { more: number; next: number },
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    with assigned as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb)
        as x("reviewId" uuid, "userId" uuid, at timestamptz)),
    mailed as materialized (
      select s.user_id, max(s.mailed_at) as at from assignment_alerts s
       where s.account_id = ${accountId}::uuid and s.user_id in (select x."userId" from assigned x)
       group by s.user_id)
    insert into assignment_alerts (account_id, review_id, user_id, assigned_at, due_at, done_at)
    select r.account_id, r.id, x."userId", x.at,
           greatest(x.at + make_interval(secs => ${wait.more}), m.at + make_interval(secs => ${wait.next})),
           case when x."userId" = any(${[...wanting]}::uuid[]) then null else x.at end
      from assigned x
      join reviews r on r.account_id = ${accountId}::uuid and r.id = x."reviewId"
      left join mailed m on m.user_id = x."userId"
    on conflict (account_id, review_id, user_id) do update
       set assigned_at = excluded.assigned_at, due_at = excluded.due_at, done_at = excluded.done_at
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
  // `is true` keeps the set a hashed subplan: as a join, it is nested loops while the table has no statistics.
  return sql`(r.assignee_id = ${user_id}::uuid and ${isSeen} and (r.id in (
    select a.review_id from assignment_alerts a
     where a.account_id = ${accountId}::uuid and a.user_id = ${user_id}::uuid and a.done_at is null
       and a.assigned_at <= ${latest})) is true)`;
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

/** @param end whether a mail tells of them */
export async function finishAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  { user_id, latest }: DueAssignments,
  end: { mailed: boolean; now: Date },
): Promise<void> {
  await sql`
    update assignment_alerts
       set done_at = ${end.now}, mailed_at = case when ${end.mailed} then ${end.now}::timestamptz else mailed_at end
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
