import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteExpiredProofs } from './queries.ts';

/** Rows per transaction, so that no other work waits for long. */
const batchSize = 1_000;

export const submissionsSweepJob = defineJob({
  name: 'submissions.sweep',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
});

export function submissionJobs({ db }: { db: Pick<Database, 'pool'> }): JobHandler[] {
  return [
    defineJobHandler(submissionsSweepJob, async () => {
      let deleted: number;
      do deleted = await inSystem(db, (trx) => deleteExpiredProofs(trx, batchSize));
      while (deleted === batchSize);
    }),
  ];
}
