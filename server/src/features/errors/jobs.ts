import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import { deleteErrorEventsBefore } from './queries.ts';
import type { ErrorsDeps } from './record.ts';

const keptDays = 90;

export const errorSweepJob = defineJob({
  name: 'errors.sweep',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
});

export function errorJobs(deps: Pick<ErrorsDeps, 'db'>): JobHandler[] {
  return [
    handle(errorSweepJob, () =>
      inSystem(deps.db, (trx) => deleteErrorEventsBefore(trx, new Date(Date.now() - keptDays * 86_400_000))),
    ),
  ];
}
