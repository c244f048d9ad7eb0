import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** One attempt of one mail. The mail's row contains the next attempt, so the queue retries only our own errors. */
export const deliverMailJob = defineJob({
  name: 'mail.deliver',
  payload: z.strictObject({ id: z.uuid() }),
  concurrency: 2,
});

/** Enqueues due mails: stored in a caller's transaction, waiting for a retry, or left by a dead worker. */
export const sweepMailJob = defineJob({ name: 'mail.sweep', payload: z.strictObject({}), cron: '* * * * *' });

/** Deletes old rows once a day. */
export const deleteOldMailJob = defineJob({
  name: 'mail.delete-old',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
});

export const mailJobDefinitions = [deliverMailJob, sweepMailJob, deleteOldMailJob];
