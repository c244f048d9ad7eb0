/** The deletion requests of persons at platforms, as the operator sees them. */
import { type DeletionRequest, stuckDeletionMinutes } from '@kindling/contract/admin-sync-schedule';
import { platformSchema } from '@kindling/contract/platforms';
import { inSystem } from '../../db/transaction.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import {
  countOpenDeletionRequests,
  type DeletionRequestRow,
  deletionRequestsJob,
  findDeletionRequest,
  listDeletionRequests,
} from '../deletion-requests/index.ts';
import { auditOperator } from '../identity/index.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';

const shownRequests = { open: 200, done: 50 };

export async function listRequests(
  { db }: Pick<AdminSyncScheduleDeps, 'db'>,
  code: string | undefined,
): Promise<{ items: DeletionRequest[]; open: number }> {
  return inSystem(db, async (trx) => {
    const found = code === undefined ? null : await findDeletionRequest(trx, code);
    const rows =
      code === undefined ? await listDeletionRequests(trx, shownRequests) : found === null ? [] : [found];
    return { items: rows.map(presentRequest), open: await countOpenDeletionRequests(trx) };
  });
}

/** @throws AppError `not-found`; `conflict` for a request that is done. */
export async function retryRequest(
  { db, queue }: Pick<AdminSyncScheduleDeps, 'db' | 'queue'>,
  adminId: string,
  code: string,
): Promise<void> {
  await inSystem(db, async (trx) => {
    const request = await findDeletionRequest(trx, code);
    if (request === null) throw notFound();
    if (request.done_at !== null) throw new AppError('conflict');
    await auditOperator(trx, { adminId, action: 'deletion-request.retried', target: code });
  });
  await queue.enqueue(deletionRequestsJob, {}, { key: 'due' });
}

function presentRequest(row: DeletionRequestRow): DeletionRequest {
  const age = Date.now() - row.received_at.getTime();
  return {
    platform: platformSchema.parse(row.platform),
    code: row.code,
    state: row.done_at !== null ? 'done' : age > stuckDeletionMinutes * 60_000 ? 'stuck' : 'open',
    receivedAt: row.received_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    connections: row.connections,
    listings: row.listings,
    reviews: row.reviews,
  };
}
