import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { sweepAssignmentAlerts } from './assignment-alerts.ts';
import type { AlertsDeps } from './deps.ts';
import { deleteOldAlerts, sweepDigests } from './digests.ts';
import { sweepReviewAlerts } from './review-alerts.ts';

const payload = z.strictObject({});

/** Mails that waited: for the end of quiet hours, for a visitor's words, or to be one mail about several reviews. */
export const reviewSweepJob = defineJob({ name: 'alerts.review-sweep', payload, cron: '* * * * *' });
export const digestSweepJob = defineJob({ name: 'alerts.digest-sweep', payload, cron: '* * * * *' });
export const deleteOldJob = defineJob({ name: 'alerts.delete-old', payload, cron: '41 3 * * *' });

export const alertJobDefinitions = [reviewSweepJob, digestSweepJob, deleteOldJob];

export function alertJobs(deps: AlertsDeps): JobHandler[] {
  return [
    defineJobHandler(reviewSweepJob, async (_, signal) => {
      await sweepReviewAlerts(deps, signal);
      await sweepAssignmentAlerts(deps, signal);
    }),
    defineJobHandler(digestSweepJob, (_, signal) => sweepDigests(deps, signal)),
    defineJobHandler(deleteOldJob, (_, signal) => deleteOldAlerts(deps, signal)),
  ];
}
