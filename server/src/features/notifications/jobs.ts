import { z } from 'zod';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import { deletionsJob, eraseRequested } from './deletions.ts';
import type { NotificationsDeps } from './deps.ts';
import { subscribeJob, subscribeListing, sweepSubscriptions } from './subscribe.ts';

const subscribeSweepJob = defineJob({
  name: 'notifications.sweep',
  payload: z.object({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
});

export const notificationJobsDeclared = [subscribeJob, subscribeSweepJob, deletionsJob];

export function notificationJobs(deps: NotificationsDeps): JobHandler[] {
  return [
    handle(subscribeJob, (listing, signal) => subscribeListing(deps, listing, signal)),
    handle(subscribeSweepJob, () => sweepSubscriptions(deps)),
    handle(deletionsJob, () => eraseRequested(deps)),
  ];
}
