import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** The next part of one mailing. */
export const sendMailingJob = defineJob({
  name: 'mailings.send',
  payload: z.strictObject({ id: z.uuid() }),
});

/** Enqueues mailings that are due: scheduled ones, and those whose worker died. */
export const sweepMailingsJob = defineJob({
  name: 'mailings.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
});

/** Deletes mailings that ended a year ago, with their recipients. */
export const deleteOldMailingsJob = defineJob({
  name: 'mailings.delete-old',
  payload: z.strictObject({}),
  cron: '37 4 * * *',
});

export const mailingJobDefinitions = [sendMailingJob, sweepMailingsJob, deleteOldMailingsJob];
