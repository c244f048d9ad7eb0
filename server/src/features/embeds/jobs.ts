import { z } from 'zod';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import type { EmbedsDeps } from './deps.ts';
import { refreshEmbeds } from './embeds.ts';
import { deleteOldDays } from './traffic.ts';

/** Makes new snapshots of an account's published embeds; asked for whenever what they show changed. */
export const refreshJob = defineJob({
  name: 'embeds.refresh',
  payload: z.strictObject({ accountId: z.uuid() }),
});

/** Deletes sums of days that nobody compares any more. */
export const trafficSweepJob = defineJob({
  name: 'embeds.sweep-days',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
});

export function embedJobs(deps: EmbedsDeps): JobHandler[] {
  return [
    handle(refreshJob, ({ accountId }) => refreshEmbeds(deps, accountId)),
    handle(trafficSweepJob, () => deleteOldDays(deps)),
  ];
}
