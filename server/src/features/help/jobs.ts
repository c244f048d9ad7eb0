import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { HelpDeps } from './deps.ts';
import { deleteDraftsBefore } from './queries.ts';

/** An idempotency key is stored this long. Repeating a message later sends it again, which happens too rarely to store more. */
const draftRetentionMs = 7 * 86_400_000;

export const helpSweepJob = defineJob({
  name: 'help.sweep',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
});

export function helpJobs(deps: Pick<HelpDeps, 'db'>): JobHandler[] {
  return [
    defineJobHandler(helpSweepJob, (_, signal) =>
      deleteDraftsBefore(deps.db, new Date(Date.now() - draftRetentionMs), signal),
    ),
  ];
}
