import { z } from 'zod';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import {
  type ErasureDeps,
  eraseAccount,
  findDueAccounts,
  identityRetentionSeconds,
} from './account-deletion.ts';
import { endOutdatedActing } from './acting.ts';

/** Looks once a day for accounts whose time has come. */
export const eraseDueJob = defineJob({
  name: 'accounts.erase-due',
  payload: z.strictObject({}),
  cron: '20 3 * * *',
});

/** Deletes one account; taken up again where it was cut off. */
export const eraseJob = defineJob({
  name: 'accounts.erase',
  payload: z.strictObject({ accountId: z.uuid() }),
  retryLimit: 20,
});

/** Ends acting sessions whose time is over, although no request came. */
export const actingSweepJob = defineJob({
  name: 'acting.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
  retryLimit: 0,
});

export function identityJobs(deps: ErasureDeps & { queue: Pick<Queue, 'enqueue'> }): JobHandler[] {
  return [
    defineJobHandler(actingSweepJob, () => endOutdatedActing(deps)),
    defineJobHandler(eraseDueJob, async () => {
      for (const accountId of await findDueAccounts(deps))
        await deps.queue.enqueue(eraseJob, { accountId }, { key: accountId });
    }),
    defineJobHandler(eraseJob, async ({ accountId }, signal) => {
      if (await eraseAccount(deps, accountId, new Date(), signal)) return;
      const later = { key: `${accountId} later`, delaySeconds: identityRetentionSeconds };
      await deps.queue.enqueue(eraseJob, { accountId }, later);
    }),
  ];
}
