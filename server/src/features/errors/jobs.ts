import { errorLogLimits } from '@kindling/contract/error-log';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteOldErrors } from './queries.ts';

const dayMs = 86_400_000;
/** A search reads all of them. */
const maxGroups = 20_000;
/** Hours are shown for two days; the rest is for time zones and late jobs. */
const hourRetentionDays = 4;

export const errorSweepJob = defineJob({
  name: 'errors.sweep',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
});

export function errorJobs({ db }: { db: Pick<Database, 'pool'> }): JobHandler[] {
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  return [
    defineJobHandler(errorSweepJob, (_, signal) => {
      const before = { groupsBefore: ago(errorLogLimits.days), hoursBefore: ago(hourRetentionDays) };
      return deleteOldErrors(db, { ...before, maxGroups }, signal);
    }),
  ];
}
