/** All SQL of actions on many reviews. */
import type { BulkAction, BulkSkip, BulkState } from '@kindling/contract/bulk-actions';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { Actor } from '../../lib/caller-scope.ts';

export interface BulkRow {
  id: string;
  action: BulkAction;
  filter: ReviewFilter | null;
  state: BulkState;
  failure: string | null;
  user_id: string;
  actor: Actor;
  cursor: string | null;
  /** Begun so often since the last step that succeeded. */
  attempts: number;
  total: number;
  done: number;
  changed: number;
  skipped: Partial<Record<BulkSkip, number>>;
  created_at: Date;
  ended_at: Date | null;
}

const columns = sql`id, action, filter, state, failure, user_id, actor, cursor, attempts, total, done, changed, skipped, created_at,
  ended_at`;

export async function insertBulkAction(
  trx: Transaction<DB>,
  accountId: string,
  bulk: Pick<BulkRow, 'id' | 'action' | 'filter' | 'user_id' | 'actor'>,
): Promise<void> {
  await sql`
    insert into bulk_actions (account_id, id, action, filter, state, user_id, actor)
    values (${accountId}::uuid, ${bulk.id}::uuid, ${JSON.stringify(bulk.action)}::jsonb,
            ${bulk.filter === null ? null : JSON.stringify(bulk.filter)}::jsonb,
            ${bulk.filter === null ? 'running' : 'selecting'}, ${bulk.user_id}::uuid,
            ${JSON.stringify(bulk.actor)}::jsonb)`.execute(trx);
}

export async function countOpen(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bulk_actions where account_id = ${accountId}::uuid and ended_at is null`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** How many of the reviews exist and are seen by the caller. */
export async function countExisting(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Without `userId` of anybody. @param lock until the transaction ends */
export async function findBulkAction(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { userId, lock = false }: { userId?: string; lock?: boolean } = {},
): Promise<BulkRow | null> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from bulk_actions
     where account_id = ${accountId}::uuid and id = ${id}::uuid
       ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
       ${lock ? sql`for no key update` : sql``}`.execute(trx);
  return rows[0] ?? null;
}

/** The person's actions that have not ended, or ended within the last minutes, the newest first. */
export async function listRecent(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from bulk_actions
     where account_id = ${accountId}::uuid and user_id = ${userId}::uuid
       and (ended_at is null or ended_at > now() - make_interval(mins => ${minutes}))
     order by created_at desc, id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Adds selected reviews, in parts that one transaction can change. */
export async function addParts(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  ids: readonly string[],
  { first, size }: { first: number; size: number },
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ({
    part: first + index,
    ids: ids.slice(index * size, (index + 1) * size),
  }));
  if (parts.length === 0) return;
  await sql`
    insert into bulk_action_parts (account_id, bulk_action_id, part, review_ids)
    select ${accountId}::uuid, ${id}::uuid, x.part, x.ids
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x (part integer, ids uuid[])`.execute(trx);
  await sql`
    update bulk_actions set total = total + ${ids.length}
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function countAttempt(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await sql`
    update bulk_actions set attempts = attempts + 1
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** @param cursor null: the selection is complete */
export async function saveSelection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  cursor: string | null,
): Promise<void> {
  await sql`
    update bulk_actions set cursor = ${cursor}, attempts = 0, state = case when ${cursor}::text is null then 'running' else state end
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** The next part; it is gone when the transaction commits. */
export async function takePart(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<string[] | null> {
  const { rows } = await sql<{ review_ids: string[] }>`
    delete from bulk_action_parts
     where account_id = ${accountId}::uuid and bulk_action_id = ${id}::uuid and part = (
       select min(part) from bulk_action_parts
        where account_id = ${accountId}::uuid and bulk_action_id = ${id}::uuid)
    returning review_ids`.execute(trx);
  return rows[0]?.review_ids ?? null;
}

export async function saveProgress(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  progress: { done: number; changed: number; skipped: Partial<Record<BulkSkip, number>> },
): Promise<void> {
  await sql`
    update bulk_actions set done = done + ${progress.done}, changed = changed + ${progress.changed},
           skipped = ${JSON.stringify(progress.skipped)}::jsonb, attempts = 0
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Ends it once; what was selected is deleted. */
export async function endBulkAction(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { state, failure = null }: { state: 'done' | 'canceled' | 'failed'; failure?: string | null },
): Promise<void> {
  await sql`
    delete from bulk_action_parts where account_id = ${accountId}::uuid and bulk_action_id = ${id}::uuid`.execute(
    trx,
  );
  await sql`
    update bulk_actions set state = ${state}, failure = ${failure}, ended_at = now(), cursor = null
     where account_id = ${accountId}::uuid and id = ${id}::uuid and ended_at is null`.execute(trx);
}

/** Across all tenants: what has not ended, last what failed most often. */
export async function listOpen(
  trx: Transaction<DB>,
  limit: number,
): Promise<{ account_id: string; id: string }[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from bulk_actions where ended_at is null order by attempts, created_at limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** Across all tenants. */
export async function deleteEnded(trx: Transaction<DB>, days: number, limit: number): Promise<void> {
  await sql`
    delete from bulk_actions where (account_id, id) in (
      select account_id, id from bulk_actions
       where ended_at < now() - make_interval(days => ${days}) order by ended_at limit ${limit})`.execute(
    trx,
  );
}

/** Of these reviews, those that were there when the action was asked for. */
export async function keepStoredBefore(
  trx: Transaction<DB>,
  accountId: string,
  bulkId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reviews r
      join bulk_actions b on b.account_id = r.account_id and b.id = ${bulkId}::uuid
     where r.account_id = ${accountId}::uuid and r.id = any(${[...ids]}::uuid[]) and r.created_at <= b.created_at
     order by array_position(${[...ids]}::uuid[], r.id)`.execute(trx);
  return rows.map(({ id }) => id);
}
