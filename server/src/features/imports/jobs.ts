import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { type DomainEvent, dataOf } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteImportedDuplicates, reviewAdded, reviewEdited, reviewRestored } from '../reviews/index.ts';
import type { ImportsDeps } from './deps.ts';
import { enqueueImport, importJob } from './enqueue-import.ts';
import { discardImport } from './imports.ts';
import { expireLeases, listAbandonedImports, listImportedLocations } from './queries.ts';
import { runImport } from './run-import.ts';

/** Changes of a review that can make an imported one its duplicate. */
const storedEvents = [reviewAdded, reviewEdited, reviewRestored] as const;

/** Removes imported reviews that a sync has fetched too. */
export const duplicatesSubscriber: SubscriberDefinition = {
  name: 'imports.duplicates',
  events: storedEvents,
  startsAt: 'now',
  minIntervalSeconds: 5,
};

/** Resumes imports whose worker died, and discards imports that their owner has abandoned. */
export const importSweepJob = defineJob({
  name: 'imports.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Days after which an import without any action of its owner is discarded. */
const abandonedAfterDays = 2;
const sweepBatchSize = 200;
/** Seconds before the next attempt while another import of the account is running. */
const busyRetrySeconds = 5;

export function importJobs(deps: ImportsDeps): JobHandler[] {
  return [
    defineJobHandler(importJob, async ({ accountId, importId }, signal) => {
      if ((await runImport(deps, accountId, importId, signal)) === 'busy')
        await enqueueImport(deps, accountId, importId, busyRetrySeconds);
    }),
    defineJobHandler(importSweepJob, () => sweepImports(deps)),
  ];
}

/** Resumes all unfinished imports immediately. Call it only when no other process can be working on them. */
export async function resumeImports(deps: ImportsDeps): Promise<void> {
  await inSystem(deps.db, expireLeases);
  await sweepImports(deps);
}

export async function sweepImports(deps: ImportsDeps): Promise<void> {
  const neglected = await inSystem(deps.db, (trx) =>
    listAbandonedImports(trx, abandonedAfterDays, sweepBatchSize),
  );
  for (const { account_id, id, need } of neglected)
    if (need === 'resume') await enqueueImport(deps, account_id, id);
    else await inTenant(deps.db, account_id, (trx) => discardImport(deps, trx, account_id, id));
}

/** Only a review that a sync has stored makes an imported one a duplicate. */
export async function handleStoredReviews(
  deps: ImportsDeps,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  const isStoredBySync = (event: DomainEvent) =>
    storedEvents.some((definition) => dataOf(event, definition)?.importId === null);
  if (events.some(isStoredBySync)) await dropDuplicates(deps, accountId, signal);
}

/** A file may be imported before the sync. A review from both is kept once, in the version of the sync. */
export async function dropDuplicates(
  deps: ImportsDeps,
  accountId: string,
  signal?: AbortSignal,
): Promise<void> {
  await inTenant(deps.db, accountId, async (trx) => {
    for (const place of await listImportedLocations(trx, accountId)) {
      signal?.throwIfAborted();
      await deleteImportedDuplicates(trx, accountId, place);
    }
  });
}
