/** SQL of the mails that tell members of reviews that were assigned to them. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Which } from './arrived-queries.ts';
import type { Assignment } from './assignments.ts';
import { isReadable } from './new-reviews.ts';

/**
 * A repeated call adds none, nor does an event about somebody who no longer has the review: it would undo
 * {@link deleteFormerAssignmentAlerts}. A review that is assigned to the member again is told again.
 * @param wanting ids of the members who want a mail; the others have the line in their bell only
 * @param wait seconds after the assignment
 */
export async function insertAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  assignments: readonly Assignment[],
  wanting: readonly string[],
  wait: number,
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    with assigned as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb)
        as x("reviewId" uuid, "userId" uuid, at timestamptz))
    insert into assignment_alerts (account_id, review_id, user_id, assigned_at, due_at, done_at)
    select r.account_id, r.id, x."userId", x.at,
           x.at + make_interval(secs => ${wait}), case when x."userId" = any(${[...wanting]}::uuid[]) then null else x.at end
      from assigned x
      join reviews r on r.account_id = ${accountId}::uuid and r.id = x."reviewId" and r.assignee_id = x."userId"
    on conflict (account_id, review_id, user_id) do update
       set assigned_at = excluded.assigned_at, due_at = excluded.due_at, done_at = excluded.done_at
     where excluded.assigned_at > assignment_alerts.assigned_at`.execute(trx);
}

/** Deletes the alerts of members who do not look after the reviews any more. */
export async function deleteFormerAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  reviewIds: readonly string[],
): Promise<void> {
  if (reviewIds.length === 0) return;
  await sql`
    delete from assignment_alerts a
     where a.account_id = ${accountId}::uuid and a.review_id = any(${[...reviewIds]}::uuid[])
       and a.user_id is distinct from (
         select r.assignee_id from reviews r where r.account_id = a.account_id and r.id = a.review_id)`.execute(
    trx,
  );
}

/** What waits for one member. */
export interface DueAssignments {
  user_id: string;
  /** The moment of the latest one. */
  latest: Date;
}

/**
 * That member `a` had no mail after `since`. It is asked when something is due, because a mail may be made while assignments
 * are noted.
 */
const hadNoMail = (since: Date) => sql<boolean>`not exists (
  select from assignment_mails m
   where m.account_id = a.account_id and m.user_id = a.user_id and m.mailed_at > ${since})`;

/** Members with something due who had no mail after `since`. All that waits for them is told together. */
export async function listDueAssignments(
  trx: Transaction<DB>,
  accountId: string,
  { now, since }: { now: Date; since: Date },
  limit: number,
): Promise<DueAssignments[]> {
  const { rows } = await sql<DueAssignments>`
    select user_id, max(assigned_at) as latest from assignment_alerts a
     where account_id = ${accountId}::uuid and done_at is null and ${hadNoMail(since)}
     group by user_id having min(due_at) <= ${now}
     order by user_id limit ${limit}`.execute(trx);
  return rows;
}

/** Reviews, hidden ones too, that wait for the member, are still theirs, and are at a location that they see (null: all). */
export function waitingFor(
  accountId: string,
  { user_id, latest }: DueAssignments,
  locationIds: readonly string[] | null,
): Which {
  const isSeen = locationIds === null ? sql`true` : sql`r.location_id = any(${[...locationIds]}::uuid[])`;
  // `is true` keeps the set a hashed subplan: as a join, it is nested loops while the table has no statistics.
  return sql`(${isReadable} and r.assignee_id = ${user_id}::uuid and ${isSeen} and (r.id in (
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

export async function finishAssignmentAlerts(
  trx: Transaction<DB>,
  accountId: string,
  { user_id, latest }: DueAssignments,
  now: Date,
): Promise<void> {
  await sql`
    update assignment_alerts set done_at = ${now}
     where account_id = ${accountId}::uuid and user_id = ${user_id}::uuid and done_at is null
       and assigned_at <= ${latest}`.execute(trx);
}

/** Notes that a mail was stored now, so that the next one waits. */
export async function noteAssignmentMail(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into assignment_mails (account_id, user_id, mailed_at)
    values (${accountId}::uuid, ${userId}::uuid, ${now})
    on conflict (account_id, user_id) do update
       set mailed_at = greatest(assignment_mails.mailed_at, excluded.mailed_at)`.execute(trx);
}

/** Accounts with due alerts of members who had no mail after `since`. Across all tenants. */
export async function listAccountsWithDueAssignmentAlerts(
  trx: Transaction<DB>,
  { now, since }: { now: Date; since: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from assignment_alerts a
     where done_at is null and due_at <= ${now} and ${hadNoMail(since)} limit ${limit}`.execute(trx);
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
