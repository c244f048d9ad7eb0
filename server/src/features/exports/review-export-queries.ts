import { downloadAddressSeconds, type ReviewExportRequest } from '@kindling/contract/exports';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { NamesById } from './review-values.ts';

export interface ReviewExportRow {
  account_id: string;
  id: string;
  user_id: string;
  request: unknown;
  state: string;
  rows: number;
  bytes: number;
  left_out: number;
  created_at: Date;
}

/** Seconds after which a running export whose row was not renewed counts as dead. */
export const aliveSeconds = 120;

const columns = [
  'account_id',
  'id',
  'user_id',
  'request',
  'state',
  'rows',
  'bytes',
  'left_out',
  'created_at',
] as const;

const isAlive = sql<SqlBool>`(state = 'running' and alive_at > now() - ${aliveSeconds} * interval '1 second')`;
const isFresh = sql<SqlBool>`(state = 'waiting' and created_at > now() - ${downloadAddressSeconds} * interval '1 second')`;

export async function insertReviewExport(
  trx: Transaction<DB>,
  accountId: string,
  row: { id: string; userId: string; request: ReviewExportRequest; ticketHash: Buffer; leftOut: number },
): Promise<ReviewExportRow> {
  return trx
    .insertInto('review_exports')
    .values({
      account_id: accountId,
      id: row.id,
      user_id: row.userId,
      request: JSON.stringify(row.request),
      ticket_hash: row.ticketHash,
      left_out: row.leftOut,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Exports of the account that run, or whose download may begin: whose they are. */
export async function listOpenExports(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ user_id: string; state: string }[]> {
  return trx
    .selectFrom('review_exports')
    .select(['user_id', 'state'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([isAlive, isFresh]))
    .execute();
}

/** Ends what the person began and did not download, so that its address works no more. */
export async function cancelWaitingExports(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('review_exports')
    .set({ state: 'canceled', ticket_hash: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .execute();
}

/** An export of the person. One whose process died, or whose download never began, is shown as ended. */
export async function findReviewExport(
  trx: Transaction<DB>,
  accountId: string,
  { id, userId }: { id: string; userId: string },
): Promise<ReviewExportRow | null> {
  const row = await trx
    .selectFrom('review_exports')
    .select(columns)
    .select(
      sql<string>`case when state = 'running' and not ${isAlive} then 'failed'
        when state = 'waiting' and not ${isFresh} then 'canceled' else state end`.as('state'),
    )
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Across all accounts: an address names none. It works once. */
export async function takeReviewTicket(
  trx: Transaction<DB>,
  ticketHash: Buffer,
): Promise<ReviewExportRow | null> {
  const row = await trx
    .updateTable('review_exports')
    .set({ state: 'running', ticket_hash: null, alive_at: sql`now()` })
    .where('ticket_hash', '=', ticketHash)
    .where(isFresh)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes what was sent. False when somebody canceled the export. */
export async function renewReviewExport(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  sent: { rows: number; bytes: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('review_exports')
    .set({ rows: sent.rows, bytes: sent.bytes, alive_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends an export that is not ended yet. False when it was, or does not exist. */
export async function endReviewExport(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  end: { state: 'done' | 'canceled' | 'failed'; rows?: number; bytes?: number; userId?: string },
): Promise<boolean> {
  const { userId, ...values } = end;
  const result = await trx
    .updateTable('review_exports')
    .set({ ...values, ticket_hash: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Across all accounts. */
export async function deleteOldReviewExports(
  db: Pick<Database, 'pool'>,
  before: Date,
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'review_exports', sql`created_at < ${before}`, { signal });
}

/** Names of the tags that are not deleted, of the members, and of the businesses by their locations. */
export async function readNames(trx: Transaction<DB>, accountId: string): Promise<NamesById> {
  const tags = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  const members = await trx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', sql<string>`coalesce(nullif(u.display_name, ''), u.email)`.as('name')])
    .where('m.account_id', '=', accountId)
    .execute();
  const businesses = await trx
    .selectFrom('locations as l')
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.account_id', '=', 'l.account_id').onRef('b.id', '=', 'l.business_id'),
    )
    .select(['l.id', 'b.name'])
    .where('l.account_id', '=', accountId)
    .execute();
  const byId = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { tags: byId(tags), members: byId(members), businesses: byId(businesses) };
}
