import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deleteOldDays } from './traffic.ts';

/** Deletes daily sums that are older than the retention period. */
export const trafficSweepJob = defineJob({
  name: 'embed-traffic.sweep',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
});

export function trafficJobs(deps: { db: Database }): JobHandler[] {
  return [defineJobHandler(trafficSweepJob, (_, signal) => deleteOldDays(deps, new Date(), signal))];
}
