import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { ErrorsDeps } from './error-recorder.ts';
import { deleteErrorEventsBefore } from './queries.ts';

const retentionDays = 90;

export const errorSweepJob = defineJob({
  name: 'errors.sweep',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
});

export function errorJobs(deps: Pick<ErrorsDeps, 'db'>): JobHandler[] {
  return [
    defineJobHandler(errorSweepJob, () =>
      inSystem(deps.db, (trx) =>
        deleteErrorEventsBefore(trx, new Date(Date.now() - retentionDays * 86_400_000)),
      ),
    ),
  ];
}
