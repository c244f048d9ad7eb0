/** All SQL of saved views. A member sees their own and the shared ones. */
import { maxSavedViews, type SavedViewInput } from '@kindling/contract/saved-views';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export type ViewRow = Pick<Selectable<DB['saved_views']>, 'id' | 'user_id' | 'name' | 'filter' | 'sort'>;
const columns = ['id', 'user_id', 'name', 'filter', 'sort'] as const;

export async function listViewRows(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<ViewRow[]> {
  return trx
    .selectFrom('saved_views')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Null for a view that the member does not see. Locked until the transaction ends. */
export async function lockViewRow(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
  id: string,
): Promise<ViewRow | null> {
  const row = await trx
    .selectFrom('saved_views')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)]))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The number of views of this owner; null: of the shared ones. Others cannot add one until the transaction ends. */
export async function lockViewCount(
  trx: Transaction<DB>,
  accountId: string,
  owner: string | null,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views ${accountId} ${owner}`}, 0))`.execute(
    trx,
  );
  const row = await trx
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .executeTakeFirstOrThrow();
  return row.count;
}

export function isFull(count: number): boolean {
  return count >= maxSavedViews;
}

export async function insertView(
  trx: Transaction<DB>,
  accountId: string,
  { id, owner, view }: { id: string; owner: string | null; view: SavedViewInput },
): Promise<void> {
  await trx
    .insertInto('saved_views')
    .values({ account_id: accountId, id, user_id: owner, ...columnsOf(view) })
    .execute();
}

export async function updateView(
  trx: Transaction<DB>,
  accountId: string,
  { id, owner, view }: { id: string; owner: string | null; view: SavedViewInput },
): Promise<void> {
  await trx
    .updateTable('saved_views')
    .set({ user_id: owner, ...columnsOf(view), updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

function columnsOf({ name, filter, sort }: SavedViewInput) {
  return { name, filter: JSON.stringify(filter), sort };
}

export async function removeView(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Lets the views that filter by a tag filter by another one. */
export async function replaceTag(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  into: string,
): Promise<void> {
  await sql`
    update saved_views set filter = jsonb_set(filter, '{tagId}', to_jsonb(${into}::text))
     where account_id = ${accountId}::uuid and filter ->> 'tagId' = ${id}`.execute(trx);
}

/** Which of these ids exist for the caller: locations, businesses, tags and members. */
export async function findExisting(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from locations where account_id = ${accountId}::uuid and id = any(${ids}::uuid[])
    union all
    select id from businesses where account_id = ${accountId}::uuid and id = any(${ids}::uuid[])
    union all
    select id from tags where account_id = ${accountId}::uuid and id = any(${ids}::uuid[]) and deleted_at is null
    union all
    select user_id from memberships where account_id = ${accountId}::uuid and user_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
