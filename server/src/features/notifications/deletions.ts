import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob } from '../../jobs/job.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { completeDeletionRequest, deleteOldDeletionRequests, listOpenDeletionRequests } from './queries.ts';

/** All requests that are open; asked for with each new one, and by the clock for one whose process died. */
export const deletionRequestsJob = defineJob({
  name: 'notifications.deletions',
  payload: z.object({}),
  cron: '*/10 * * * *',
});

/** How long the page of a request that is done stays. */
const retentionDays = 365;

/**
 * Does what persons asked for. Safe to repeat and to interrupt: a request stays open until all of it is deleted. One
 * that fails does not hold up the others.
 * @throws the last failure, so that the job is tried again.
 */
export async function processDeletionRequests(
  deps: Pick<PlatformWebhooksDeps, 'db' | 'eraseConnection' | 'log'>,
): Promise<void> {
  let failure: unknown = null;
  for (const { code, pending } of await inSystem(deps.db, listOpenDeletionRequests))
    try {
      for (const { accountId, connectionId } of pending) await deps.eraseConnection(accountId, connectionId);
      await inSystem(deps.db, (trx) => completeDeletionRequest(trx, code));
      deps.log.info({ connections: pending.length }, 'A deletion that a person asked for is done');
    } catch (error) {
      failure = error;
    }
  await inSystem(deps.db, (trx) => deleteOldDeletionRequests(trx, retentionDays));
  if (failure !== null) throw failure;
}
