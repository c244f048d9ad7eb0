import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { TeamDeps } from './deps.ts';
import { deleteEndedInvitations, deleteExpiredOffers } from './queries.ts';

/** Addresses of people who were invited are kept this long after the invitation was accepted, revoked or expired. */
const retentionMs = 30 * 86_400_000;
/** Rows per transaction, so that no other work waits for long. */
const batchSize = 500;

export const teamSweepJob = defineJob({
  name: 'team.sweep',
  payload: z.strictObject({}),
  cron: '47 3 * * *',
});

export function teamJobs({ db }: Pick<TeamDeps, 'db'>): JobHandler[] {
  return [
    defineJobHandler(teamSweepJob, async () => {
      const now = new Date();
      const before = new Date(now.getTime() - retentionMs);
      let deleted: number;
      do deleted = await inSystem(db, (trx) => deleteEndedInvitations(trx, before, batchSize));
      while (deleted === batchSize);
      await inSystem(db, (trx) => deleteExpiredOffers(trx, now));
    }),
  ];
}
