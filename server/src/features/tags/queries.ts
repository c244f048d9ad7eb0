/** All SQL of tags. */
import type { TagRule } from '@kindling/contract/tags';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface TagRow {
  id: string;
  name: string;
  color: string;
  rule: unknown;
  review_count: number;
  run_started_at: Date | null;
  run_done: number;
  run_total: number;
  run_failed: boolean;
}

/** @param ids undefined: all */
export async function listTagRows(
  trx: Transaction<DB>,
  accountId: string,
  ids?: readonly string[],
): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select t.id, t.name, t.color, t.rule, t.run_started_at, t.run_done, t.run_total, t.run_failed,
           (select coalesce(sum(c.total), 0)::int from tag_counts c
             where c.account_id = t.account_id and c.tag_id = t.id) as review_count
      from tags t
     where t.account_id = ${accountId}::uuid and t.deleted_at is null
       ${ids === undefined ? sql`` : sql`and t.id = any(${[...ids]}::uuid[])`}
     order by t.name_key, t.id`.execute(trx);
  return rows;
}

/** Those of the tags that exist, kept from being deleted until the transaction ends. */
export async function keepTags(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from tags
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and deleted_at is null
     order by id for key share`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Tags with rules, kept from being deleted until the transaction ends. */
export async function keepRules(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ id: string; rule: unknown }[]> {
  const { rows } = await sql<{ id: string; rule: unknown }>`
    select id, rule from tags
     where account_id = ${accountId}::uuid and rule is not null and deleted_at is null
     order by id for key share`.execute(trx);
  return rows;
}

export async function countTags(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tags where account_id = ${accountId}::uuid and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** False when a tag of this name exists. */
export async function insertTag(
  trx: Transaction<DB>,
  accountId: string,
  { id, name, nameKey, color }: { id: string; name: string; nameKey: string; color: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tags (account_id, id, name, name_key, color)
    values (${accountId}::uuid, ${id}::uuid, ${name}, ${nameKey}, ${color})
    on conflict (account_id, name_key) where deleted_at is null do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

type LockedTag = Pick<TagRow, 'id' | 'name' | 'color' | 'rule' | 'run_started_at'>;

/** Locked, so that nobody uses them until the transaction ends. In the order of the ids, so that two never wait in a circle. */
export async function lockTags(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<LockedTag[]> {
  const { rows } = await sql<LockedTag>`
    select id, name, color, rule, run_started_at from tags
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and deleted_at is null
     order by id for update`.execute(trx);
  return rows;
}

export async function hasOtherTagOfName(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  nameKey: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from tags
     where account_id = ${accountId}::uuid and name_key = ${nameKey} and id <> ${id}::uuid and deleted_at is null`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function updateTag(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  tag: { name: string; nameKey: string; color: string; rule: TagRule | null },
): Promise<void> {
  await sql`
    update tags set name = ${tag.name}, name_key = ${tag.nameKey}, color = ${tag.color},
           rule = ${tag.rule === null ? null : JSON.stringify(tag.rule)}::jsonb
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Marks a tag as deleted, and begins the work on its reviews. Tags on the way into it go where its reviews go. */
export async function markDeleted(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  into: string | null,
): Promise<void> {
  await sql`
    update tags set merge_into = ${into}::uuid
     where account_id = ${accountId}::uuid and merge_into = ${id}::uuid`.execute(trx);
  await sql`
    update tags set deleted_at = now(), merge_into = ${into}::uuid, rule = null, run_started_at = null,
           run_after = null, run_done = 0, run_total = 0, run_attempts = 0, run_failed = false
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** Begins to apply the rule to earlier reviews. */
export async function beginRun(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  total: number,
): Promise<void> {
  await sql`
    update tags set run_started_at = now(), run_after = null, run_done = 0, run_total = ${total},
           run_attempts = 0, run_failed = false
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export interface TagAtWork {
  rule: unknown;
  deleted_at: Date | null;
  merge_into: string | null;
  run_started_at: Date | null;
  run_after: string | null;
  /** Begun so often since the last batch that succeeded. */
  run_attempts: number;
}

export async function readWork(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<TagAtWork | null> {
  const { rows } = await selectWork(accountId, id).execute(trx);
  return rows[0] ?? null;
}

/** The tag, locked against another worker and against its deletion, but not against its use. */
export async function lockWork(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<TagAtWork | null> {
  const { rows } = await sql<TagAtWork>`${selectWork(accountId, id)} for no key update`.execute(trx);
  return rows[0] ?? null;
}

function selectWork(accountId: string, id: string): RawBuilder<TagAtWork> {
  return sql<TagAtWork>`
    select rule, deleted_at, merge_into, run_started_at, run_after, run_attempts from tags
     where account_id = ${accountId}::uuid and id = ${id}::uuid`;
}

export async function saveProgress(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { after, seen }: { after: string; seen: number },
): Promise<void> {
  await sql`
    update tags set run_after = ${after}::uuid, run_done = run_done + ${seen}, run_attempts = 0
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function countAttempt(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await sql`
    update tags set run_attempts = run_attempts + 1
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function endRun(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { failed }: { failed: boolean },
): Promise<void> {
  await sql`
    update tags set run_started_at = null, run_after = null, run_attempts = 0, run_failed = ${failed}
     where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

export async function deleteTag(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await sql`delete from tag_counts where account_id = ${accountId}::uuid and tag_id = ${id}::uuid`.execute(
    trx,
  );
  await sql`delete from tags where account_id = ${accountId}::uuid and id = ${id}::uuid`.execute(trx);
}

/** The tag whose work goes on next: one that failed least. Deleted ones that failed `maxAttempts` times are left out. */
export async function findTagAtWork(
  trx: Transaction<DB>,
  accountId: string,
  maxAttempts: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from tags where account_id = ${accountId}::uuid and ${isAtWork(maxAttempts)}
     order by run_attempts, id limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Across all tenants: those that `findTagAtWork` finds a tag of, last those whose work failed most often. */
export async function listAccountsAtWork(
  trx: Transaction<DB>,
  { maxAttempts, limit }: { maxAttempts: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from tags where ${isAtWork(maxAttempts)}
     group by account_id order by min(run_attempts), account_id limit ${limit}`.execute(trx);
  return rows.map(({ account_id }) => account_id);
}

function isAtWork(maxAttempts: number): RawBuilder<boolean> {
  return sql<boolean>`(run_started_at is not null or (deleted_at is not null and run_attempts < ${maxAttempts}))`;
}

/** Across all tenants: what remains of deleted tags is tried again. */
export async function forgetAttempts(trx: Transaction<DB>): Promise<void> {
  await sql`update tags set run_attempts = 0 where deleted_at is not null and run_attempts > 0`.execute(trx);
}
