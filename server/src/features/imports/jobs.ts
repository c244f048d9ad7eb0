import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import { dropImportedTwins } from '../reviews/index.ts';
import type { ImportsDeps } from './deps.ts';
import { giveUp } from './imports.ts';
import { expireLeases, listImportedPlaces, listNeglected } from './queries.ts';
import { importJob, requestWork } from './request-work.ts';
import { workImport } from './work.ts';

/** After a sync: reviews of files that it has brought too. */
export const twinsJob = defineJob({
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
const keptDays = 2;
const perSweep = 200;
/** Seconds before an import that must wait for another one of its account asks again. */
const busyPause = 5;

export function importJobs(deps: ImportsDeps): JobHandler[] {
  return [
    handle(importJob, async ({ accountId, importId }, signal) => {
      if ((await workImport(deps, accountId, importId, signal)) === 'busy')
        await requestWork(deps, accountId, importId, busyPause);
    }),
    handle(twinsJob, ({ accountId }) => dropTwins(deps, accountId)),
    handle(importSweepJob, () => sweepImports(deps)),
  ];
}

/** Takes up at once what is under way. Only for who knows that no other process is at work on it. */
export async function resumeImports(deps: ImportsDeps): Promise<void> {
  await inSystem(deps.db, expireLeases);
  await sweepImports(deps);
}

export async function sweepImports(deps: ImportsDeps): Promise<void> {
  const neglected = await inSystem(deps.db, (trx) => listNeglected(trx, keptDays, perSweep));
  for (const { account_id, id, need } of neglected)
    if (need === 'work') await requestWork(deps, account_id, id);
    else await inTenant(deps.db, account_id, (trx) => giveUp(deps, trx, account_id, id));
}

/** A file may come before the sync; what both brought stays once, as the sync tells it. */
export async function dropTwins(deps: ImportsDeps, accountId: string): Promise<void> {
  const dropped = await inTenant(deps.db, accountId, async (trx) => {
    let sum = 0;
    for (const place of await listImportedPlaces(trx, accountId))
      sum += await dropImportedTwins(trx, accountId, place);
    return sum;
  });
  if (dropped > 0) await deps.onReviewsChanged(accountId);
}
