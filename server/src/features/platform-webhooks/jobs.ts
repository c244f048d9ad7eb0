import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { enqueueDueSubscriptions, subscribeJob, subscribeListing } from './subscribe.ts';

/** The names of this job and of `subscribeJob` must stay, because databases contain them (decision 0053). */
const subscribeSweepJob = defineJob({
  name: 'notifications.sweep',
  payload: z.object({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
});

export const declaredPlatformWebhookJobs = [subscribeJob, subscribeSweepJob];

export function platformWebhookJobs(deps: PlatformWebhooksDeps): JobHandler[] {
  return [
    defineJobHandler(subscribeJob, (listing, signal) => subscribeListing(deps, listing, signal)),
    defineJobHandler(subscribeSweepJob, () => enqueueDueSubscriptions(deps)),
  ];
}
