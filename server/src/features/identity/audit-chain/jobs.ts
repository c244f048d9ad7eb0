import { z } from 'zod';
import type { Database } from '../../../db/client.ts';
import { inSystem } from '../../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../../jobs/job.ts';
import type { Queue } from '../../../jobs/queue.ts';
import { runSlice } from '../../../lib/run-slice.ts';
import { chainName } from './chain.ts';
import { deleteOldPersonalValues, listUnsealedChains } from './chain-queries.ts';
import { sealChain } from './seal.ts';

/** Accounts of one page; the sweep goes on with the next until each had its turn. */
const accountsPerPage = 1_000;
/** Months after which nothing tells who an entry is about. */
export const personalMonths = 12;

export const sealSweepJob = defineJob({
  name: 'audit.seal-sweep',
  payload: z.strictObject({ after: z.uuid().nullable().default(null) }),
  cron: '* * * * *',
});

/** Seals the entries of one account, or of the operator. */
export const sealJob = defineJob({
  name: 'audit.seal',
  payload: z.strictObject({ accountId: z.uuid().nullable() }),
  concurrency: 2,
});

export const deleteOldPersonalJob = defineJob({
  name: 'audit.delete-personal',
  payload: z.strictObject({}),
  cron: '40 2 * * *',
});

export function auditJobs(deps: {
  db: Database;
  queue: Pick<Queue, 'enqueue' | 'enqueueMany'>;
}): JobHandler[] {
  const { db, queue } = deps;
  return [
    defineJobHandler(sealSweepJob, async ({ after }) => {
      const chains = await inSystem(db, (trx) => listUnsealedChains(trx, { after, limit: accountsPerPage }));
      await queue.enqueueMany(
        sealJob,
        chains.map((chain) => ({
          payload: { accountId: chain === 'operator' ? null : chain.accountId },
          key: chainName(chain),
        })),
      );
      const last = chains.at(-1);
      if (chains.length < accountsPerPage || last === undefined || last === 'operator') return;
      await queue.enqueue(sealSweepJob, { after: last.accountId }, { key: 'more' });
    }),
    defineJobHandler(sealJob, async ({ accountId }, signal) => {
      const chain = accountId === null ? 'operator' : { accountId };
      if (await sealChain(deps, chain, signal))
        await queue.enqueue(sealJob, { accountId }, { key: chainName(chain) });
    }),
    defineJobHandler(deleteOldPersonalJob, async (_payload, signal) => {
      const before = new Date();
      before.setUTCMonth(before.getUTCMonth() - personalMonths);
      const more = await runSlice(
        () => inSystem(db, (trx) => deleteOldPersonalValues(trx, before, 2_000)),
        signal,
      );
      if (more) await queue.enqueue(deleteOldPersonalJob, {}, { key: 'more' });
    }),
  ];
}
