import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { PlanNoticesDeps } from './deps.ts';
import { runNotices } from './run-notices.ts';

/** Tells owners of the end of their plan, and begins the deletion of accounts for which nobody paid. */
export const planNoticesJob = defineJob({
  name: 'plan-notices.run',
  payload: z.strictObject({}),
  cron: '10 * * * *',
  retryLimit: 0,
});

export function planNoticesJobs(deps: PlanNoticesDeps): JobHandler[] {
  return [defineJobHandler(planNoticesJob, (_payload, signal) => runNotices(deps, signal))];
}
