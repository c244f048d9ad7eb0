import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { deletionRequestsJob, processDeletionRequests } from './deletions.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { enqueueDueSubscriptions, subscribeJob, subscribeListing } from './subscribe.ts';

const subscribeSweepJob = defineJob({
  name: 'notifications.sweep',
  payload: z.object({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
});

export const declaredPlatformWebhookJobs = [subscribeJob, subscribeSweepJob, deletionRequestsJob];

export function platformWebhookJobs(deps: PlatformWebhooksDeps): JobHandler[] {
  return [
    defineJobHandler(subscribeJob, (listing, signal) => subscribeListing(deps, listing, signal)),
    defineJobHandler(subscribeSweepJob, () => enqueueDueSubscriptions(deps)),
    defineJobHandler(deletionRequestsJob, () => processDeletionRequests(deps)),
  ];
}
