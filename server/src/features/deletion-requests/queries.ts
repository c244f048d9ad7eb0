import type { Platform } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type PersonRequest, withClockTolerance } from '../../connectors/kit/webhooks.ts';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';

interface ConnectionKey {
  accountId: string;
  connectionId: string;
}

/** Connections of this person in all accounts that existed when they asked, whatever their status. */
export async function listConnectionsCreatedBefore(
  trx: Transaction<DB>,
  platform: Platform,
  { externalId, askedAt }: PersonRequest,
): Promise<ConnectionKey[]> {
  return trx
    .selectFrom('connections')
    .select(['account_id as accountId', 'id as connectionId'])
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .where('created_at', '<=', withClockTolerance(askedAt))
    .orderBy('account_id')
    .execute();
}

/** The numbers of listings and of reviews, removed ones included, that belong to these connections. */
export async function countStoredContent(
  trx: Transaction<DB>,
  connections: readonly ConnectionKey[],
): Promise<{ listings: number; reviews: number }> {
  const ids = connections.map((one) => one.connectionId);
  const { rows } = await sql<{ listings: number; reviews: number }>`
    select count(*)::int as listings,
           coalesce(sum((select count(*) from reviews r
                          where r.account_id = l.account_id and r.listing_id = l.id)), 0)::int as reviews
      from listings l where l.connection_id = any(${ids}::uuid[])`.execute(trx);
  return rows[0] ?? { listings: 0, reviews: 0 };
}

interface DeletionRequestKey {
  platform: Platform;
  personHash: string;
  askedAt: Date;
}

export async function findDeletionRequestCode(
  trx: Transaction<DB>,
  key: DeletionRequestKey,
): Promise<string | null> {
  const row = await trx
    .selectFrom('deletion_requests')
    .select('code')
    .where('platform', '=', key.platform)
    .where('person_hash', '=', key.personHash)
    .where('asked_at', '=', key.askedAt)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Returns the given code, or that of the same request when both arrive at once. */
export async function insertDeletionRequest(
  trx: Transaction<DB>,
  request: DeletionRequestKey & {
    code: string;
    pending: ConnectionKey[];
    held: { listings: number; reviews: number };
  },
): Promise<string> {
  const row = await trx
    .insertInto('deletion_requests')
    .values({
      code: request.code,
      platform: request.platform,
      person_hash: request.personHash,
      asked_at: request.askedAt,
      pending: JSON.stringify(request.pending),
      connections: request.pending.length,
      ...request.held,
    })
    .onConflict((conflict) =>
      // Changes nothing, but makes the statement return the row.
      conflict.columns(['platform', 'person_hash', 'asked_at']).doUpdateSet({ platform: request.platform }),
    )
    .returning('code')
    .executeTakeFirstOrThrow();
  return row.code;
}

const pendingSchema = z.array(
  z.object({
    accountId: z.uuid(),
    connectionId: z.uuid(),
    /** An attempt has ended its authorization and made its content due. */
    closed: z.boolean().optional(),
  }),
);
export type PendingConnection = z.infer<typeof pendingSchema>[number];

export async function listOpenDeletionRequests(
  trx: Transaction<DB>,
): Promise<{ code: string; pending: PendingConnection[] }[]> {
  const rows = await trx
    .selectFrom('deletion_requests')
    .select(['code', 'pending'])
    .where('done_at', 'is', null)
    .orderBy('received_at')
    .execute();
  return rows.map(({ code, pending }) => ({ code, pending: pendingSchema.parse(pending) }));
}

/** The connections of an open request, which stays locked until the transaction ends; null when it is completed. */
export async function lockOpenRequest(
  trx: Transaction<DB>,
  code: string,
): Promise<PendingConnection[] | null> {
  const row = await trx
    .selectFrom('deletion_requests')
    .select('pending')
    .where('code', '=', code)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : pendingSchema.parse(row.pending);
}

/** Counted before the work, so that one that kills the process counts too. */
export async function countDeletionAttempt(
  trx: Transaction<DB>,
  code: string,
  pending: readonly PendingConnection[],
): Promise<void> {
  await trx
    .updateTable('deletion_requests')
    .set({ attempts: sql`attempts + 1`, last_attempt_at: sql`now()`, pending: JSON.stringify(pending) })
    .where('code', '=', code)
    .where('done_at', 'is', null)
    .execute();
}

/** Whether one of these connections is still to be deleted, now or later; connecting again ends that. */
export async function hasConnectionToDelete(
  trx: Transaction<DB>,
  connections: readonly ConnectionKey[],
): Promise<boolean> {
  const ids = connections.map((one) => one.connectionId);
  const row = await trx
    .selectFrom('connections')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('delete_content_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function completeDeletionRequest(trx: Transaction<DB>, code: string): Promise<void> {
  await trx
    .updateTable('deletion_requests')
    .set({ done_at: sql`now()`, pending: '[]' })
    .where('code', '=', code)
    .where('done_at', 'is', null)
    .execute();
}

export async function deleteOldDeletionRequests(
  db: Pick<Database, 'pool'>,
  days: number,
  signal?: AbortSignal,
): Promise<void> {
  const old = sql`done_at < now() - make_interval(days => ${days}::int)`;
  await deletePages(db, 'deletion_requests', old, { signal });
}

export interface DeletionRequestRow {
  platform: string;
  code: string;
  received_at: Date;
  done_at: Date | null;
  attempts: number;
  last_attempt_at: Date | null;
  connections: number;
  listings: number;
  reviews: number;
}

const shownColumns = [
  'platform',
  'code',
  'received_at',
  'done_at',
  'attempts',
  'last_attempt_at',
  'connections',
  'listings',
  'reviews',
] as const;

/** The oldest open requests, then the last that are done. */
export async function listDeletionRequests(
  trx: Transaction<DB>,
  limits: { open: number; done: number },
): Promise<DeletionRequestRow[]> {
  const requests = trx.selectFrom('deletion_requests').select(shownColumns);
  const open = await requests
    .where('done_at', 'is', null)
    .orderBy('received_at')
    .limit(limits.open)
    .execute();
  const done = await requests
    .where('done_at', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(limits.done)
    .execute();
  return [...open, ...done];
}

export async function countOpenDeletionRequests(trx: Transaction<DB>): Promise<number> {
  const { open } = await trx
    .selectFrom('deletion_requests')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

export async function findDeletionRequest(
  trx: Transaction<DB>,
  code: string,
): Promise<DeletionRequestRow | null> {
  const row = await trx
    .selectFrom('deletion_requests')
    .select(shownColumns)
    .where('code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}
