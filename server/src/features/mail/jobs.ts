import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** One try of one mail. When to try again stands in the mail's row, so the queue's own retries are for our trouble. */
export const deliverMailJob = defineJob({
  name: 'mail.deliver',
  payload: z.strictObject({ id: z.uuid() }),
  concurrency: 2,
});

/** Puts mails on the queue whose time has come: stored in a transaction, tried before, or left by a dead worker. */
export const sweepMailJob = defineJob({ name: 'mail.sweep', payload: z.strictObject({}), cron: '* * * * *' });

/** Deletes old records, once a day. */
export const deleteOldMailJob = defineJob({
  name: 'mail.tidy',
  payload: z.strictObject({}),
  cron: '23 4 * * *',
});

export const mailJobDefinitions = [deliverMailJob, sweepMailJob, deleteOldMailJob];
