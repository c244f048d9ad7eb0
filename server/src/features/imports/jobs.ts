import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteImportedDuplicates } from '../reviews/index.ts';
import type { ImportsDeps } from './deps.ts';
import { enqueueImport, importJob } from './enqueue-import.ts';
import { discardImport } from './imports.ts';
import { expireLeases, listAbandonedImports, listImportedLocations } from './queries.ts';
import { runImport } from './run-import.ts';

/** After a sync: reviews of files that it has brought too. */
export const dropDuplicatesJob = defineJob({
  name: 'imports.twins',
  payload: z.strictObject({ accountId: z.uuid() }),
});

/** Takes up what a dead worker left, and gives up what its owner has left alone. */
export const importSweepJob = defineJob({
  name: 'imports.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Days that files wait for their owner. */
const abandonedAfterDays = 2;
const sweepBatchSize = 200;
/** Seconds before an import that must wait for another one of its account asks again. */
const busyRetrySeconds = 5;

export function importJobs(deps: ImportsDeps): JobHandler[] {
  return [
    defineJobHandler(importJob, async ({ accountId, importId }, signal) => {
      if ((await runImport(deps, accountId, importId, signal)) === 'busy')
        await enqueueImport(deps, accountId, importId, busyRetrySeconds);
    }),
    defineJobHandler(dropDuplicatesJob, ({ accountId }) => dropDuplicates(deps, accountId)),
    defineJobHandler(importSweepJob, () => sweepImports(deps)),
  ];
}

/** Takes up at once what is under way. Only for who knows that no other process is at work on it. */
export async function resumeImports(deps: ImportsDeps): Promise<void> {
  await inSystem(deps.db, expireLeases);
  await sweepImports(deps);
}

export async function sweepImports(deps: ImportsDeps): Promise<void> {
  const neglected = await inSystem(deps.db, (trx) =>
    listAbandonedImports(trx, abandonedAfterDays, sweepBatchSize),
  );
  for (const { account_id, id, need } of neglected)
    if (need === 'work') await enqueueImport(deps, account_id, id);
    else await inTenant(deps.db, account_id, (trx) => discardImport(deps, trx, account_id, id));
}

/** A file may come before the sync; what both brought stays once, as the sync tells it. */
export async function dropDuplicates(deps: ImportsDeps, accountId: string): Promise<void> {
  const dropped = await inTenant(deps.db, accountId, async (trx) => {
    let sum = 0;
    for (const place of await listImportedLocations(trx, accountId))
      sum += await deleteImportedDuplicates(trx, accountId, place);
    return sum;
  });
  if (dropped > 0) await deps.onReviewsChanged(accountId);
}
