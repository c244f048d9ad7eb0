import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { enqueueDueSubscriptions, subscribeJob, subscribeListing } from './subscribe.ts';

const subscribeSweepJob = defineJob({
  name: 'platform-webhooks.sweep',
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
