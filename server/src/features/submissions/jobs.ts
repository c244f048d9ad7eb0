import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteExpiredProofs } from './queries.ts';

export const submissionsSweepJob = defineJob({
  name: 'submissions.sweep',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
});

export function submissionJobs({ db }: { db: Pick<Database, 'pool'> }): JobHandler[] {
  return [defineJobHandler(submissionsSweepJob, (_, signal) => deleteExpiredProofs(db, signal))];
}
