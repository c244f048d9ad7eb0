import { syncTriggers } from '@kindling/contract/sync';
import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { listDueListings } from '../connections/index.ts';
import type { SyncDeps } from './deps.ts';
import { deleteExpiredContent, shortRetentionDays } from './retention.ts';
import type { Trigger } from './run-context.ts';
import { runSync } from './run-sync.ts';

export const syncListingJob = defineJob({
  name: 'sync.listing',
  payload: z.strictObject({ accountId: z.uuid(), listingId: z.uuid(), trigger: z.enum(syncTriggers) }),
  concurrency: 3,
});

/** Looks for due listings every minute and puts one small job for each on the queue. */
export const sweepJob = defineJob({
  name: 'sync.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Content that the platform allows to keep for a time only, and did not confirm since, loses its text. */
export const wipeUnconfirmedJob = defineJob({
  name: 'sync.wipe-unconfirmed',
  payload: z.object({}),
  cron: '17 3 * * *',
});

/** The same for what may be kept for days only: a night would be too long to wait. */
export const wipeShortLivedJob = defineJob({
  name: 'sync.wipe-short-lived',
  payload: z.object({}),
  cron: '47 * * * *',
});

/** Listings picked per sweep; the rest waits for the next minute, longest waiting first. */
const maxListingsPerSweep = 500;

export function syncJobs(deps: SyncDeps): JobHandler[] {
  return [
    defineJobHandler(syncListingJob, ({ accountId, listingId, trigger }, signal) =>
      runSync(deps, accountId, listingId, trigger, signal),
    ),
    defineJobHandler(sweepJob, () => sweepDueListings(deps)),
    defineJobHandler(wipeUnconfirmedJob, () => deleteExpiredContent(deps)),
    defineJobHandler(wipeShortLivedJob, () => deleteExpiredContent(deps, shortRetentionDays)),
  ];
}

/** Queues a sync of one listing, to run after `after` seconds; while one waits, another changes nothing. */
export function enqueueSync(
  deps: Pick<SyncDeps, 'queue'>,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  delaySeconds = 0,
): Promise<void> {
  return deps.queue.enqueue(
    syncListingJob,
    { accountId, listingId, trigger },
    { key: listingId, delaySeconds: delaySeconds },
  );
}

/** A listing that somebody holds is looked at again when the lease ends: its holder may have died. */
export async function sweepDueListings(deps: Pick<SyncDeps, 'db' | 'queue'>): Promise<void> {
  const due = await inSystem(deps.db, (trx) => listDueListings(trx, maxListingsPerSweep));
  for (const listing of due)
    await enqueueSync(deps, listing.account_id, listing.id, 'schedule', listing.wait);
}
