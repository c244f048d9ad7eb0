/** Requests of persons, signed by their platform, to delete their data. */
import { createHmac } from 'node:crypto';
import type { Platform } from '@kindling/contract/platforms';
import { z } from 'zod';
import type { PersonRequest } from '../../connectors/kit/webhooks.ts';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { newPublicCode } from '../../lib/ids.ts';
import type { DeletionRequestsDeps } from './deps.ts';
import {
  completeDeletionRequest,
  countDeletionAttempt,
  countStoredContent,
  deleteOldDeletionRequests,
  findDeletionRequestCode,
  hasConnectionToDelete,
  insertDeletionRequest,
  listConnectionsCreatedBefore,
  listOpenDeletionRequests,
  lockOpenRequest,
} from './queries.ts';

/** Processes all open requests. Each new request enqueues it; the schedule finds a request whose process died. */
export const deletionRequestsJob = defineJob({
  name: 'deletion-requests.process',
  payload: z.object({}),
  cron: '*/10 * * * *',
});

export function deletionRequestJobs(deps: DeletionRequestsDeps): JobHandler[] {
  return [defineJobHandler(deletionRequestsJob, (_payload, signal) => processDeletionRequests(deps, signal))];
}

/** Days for which the status page of a completed request stays. */
const retentionDays = 365;

/**
 * Stores a deletion request and enqueues its processing. Returns the code of its status page; a repeated request has
 * the same code.
 */
export async function requestDeletion(
  deps: DeletionRequestsDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<string> {
  const request = {
    platform,
    personHash: createHmac('sha256', deps.personHashKey)
      .update(`${platform} ${person.externalId}`)
      .digest('hex'),
    askedAt: person.askedAt,
  };
  const code = await inSystem(deps.db, async (trx) => {
    const existing = await findDeletionRequestCode(trx, request);
    if (existing !== null) return existing;
    const pending = await listConnectionsCreatedBefore(trx, platform, person);
    const held = await countStoredContent(trx, pending);
    // Whoever has the code sees the page, and attempts are not limited: twenty characters cannot be guessed.
    return insertDeletionRequest(trx, { ...request, code: newPublicCode() + newPublicCode(), pending, held });
  });
  await deps.queue.enqueue(deletionRequestsJob, {}, { key: 'due' });
  return code;
}

/**
 * Deletes what the open requests ask for. Safe to repeat and to interrupt: a request stays open until all of it is
 * deleted. A request that fails does not hold up the others.
 * @throws the last failure, so that the job is retried.
 */
export async function processDeletionRequests(
  deps: Pick<DeletionRequestsDeps, 'db' | 'closeConnections' | 'eraseConnection' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  let failure: unknown = null;
  for (const { code, pending } of await inSystem(deps.db, listOpenDeletionRequests))
    try {
      await beginAttempt(deps, code);
      for (const { accountId, connectionId } of pending)
        await deps.eraseConnection(accountId, connectionId, signal);
      await inSystem(deps.db, async (trx) => {
        // Whoever disconnected one at the same moment may have given it a later time.
        if (await hasConnectionToDelete(trx, pending)) throw new Error('A connection is still to be deleted');
        await completeDeletionRequest(trx, code);
      });
      deps.log.info({ connections: pending.length }, 'A deletion request was completed');
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
    }
  await deleteOldDeletionRequests(deps.db, retentionDays, signal);
  if (failure !== null) throw failure;
}

/** Closes each connection once: what its owner connects again afterwards is not due, so a repetition keeps it. */
async function beginAttempt(
  deps: Pick<DeletionRequestsDeps, 'db' | 'closeConnections'>,
  code: string,
): Promise<void> {
  await inSystem(deps.db, async (trx) => {
    // Read here, because another process may have closed some since the requests were listed.
    const pending = (await lockOpenRequest(trx, code)) ?? [];
    await deps.closeConnections(
      trx,
      pending.filter(({ closed }) => closed !== true),
    );
    const closed = pending.map((connection) => ({ ...connection, closed: true }));
    await countDeletionAttempt(trx, code, closed);
  });
}
