import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { sweepAlerts } from './alerts.ts';
import type { FeedbackDeps } from './deps.ts';

/** Mails that waited: for the end of quiet hours, or to be one mail about several messages. */
export const alertSweepJob = defineJob({
  name: 'feedback.alert-sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
});

export function feedbackJobs(deps: FeedbackDeps): JobHandler[] {
  return [defineJobHandler(alertSweepJob, (_, signal) => sweepAlerts(deps, signal))];
}
