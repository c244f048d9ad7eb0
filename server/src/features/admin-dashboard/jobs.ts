import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { type CountDeps, countAll } from './count.ts';

export const countJob = defineJob({
  name: 'admin-dashboard.count',
  payload: z.strictObject({}),
  cron: '*/5 * * * *',
  // The next run counts what this one did not.
  retryLimit: 0,
});

export function dashboardJobs(deps: CountDeps): JobHandler[] {
  return [defineJobHandler(countJob, (_payload, signal) => countAll(deps, signal))];
}
