import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { TeamDeps } from './deps.ts';
import { deleteEndedInvitations, deleteExpiredOffers } from './queries.ts';

/** Addresses of people who were invited are kept this long after the invitation was accepted, revoked or expired. */
const retentionMs = 30 * 86_400_000;

export const teamSweepJob = defineJob({
  name: 'team.sweep',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
});

export function teamJobs({ db }: Pick<TeamDeps, 'db'>): JobHandler[] {
  return [
    defineJobHandler(teamSweepJob, async (_, signal) => {
      const now = new Date();
      await deleteEndedInvitations(db, new Date(now.getTime() - retentionMs), signal);
      await deleteExpiredOffers(db, now, signal);
    }),
  ];
}
