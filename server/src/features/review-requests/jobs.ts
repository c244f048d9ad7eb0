import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** The next part of one campaign. */
export const sendCampaignJob = defineJob({
  name: 'review-requests.send',
  payload: z.strictObject({ accountId: z.uuid(), id: z.uuid() }),
});

/** Enqueues a part of each campaign that is due. */
export const sweepCampaignsJob = defineJob({
  name: 'review-requests.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
});

/** Reads what mail servers report about invitations. */
export const readReportsJob = defineJob({
  name: 'review-requests.read-reports',
  payload: z.strictObject({}),
  cron: '*/5 * * * *',
});

/** Erases the addresses of old campaigns once a day. */
export const eraseAddressesJob = defineJob({
  name: 'review-requests.erase-addresses',
  payload: z.strictObject({}),
  cron: '41 4 * * *',
});

export const reviewRequestJobs = [sendCampaignJob, sweepCampaignsJob, readReportsJob, eraseAddressesJob];
