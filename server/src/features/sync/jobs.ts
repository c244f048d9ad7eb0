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

/** Enqueues one job for each due listing, every minute. */
export const sweepJob = defineJob({
  name: 'sync.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Deletes the text of reviews that the platform did not confirm within the time for which it may be stored. */
export const wipeUnconfirmedJob = defineJob({
  name: 'sync.wipe-unconfirmed',
  payload: z.object({}),
  cron: '17 3 * * *',
});

/** Hourly, for content that may be stored for a few days only: a daily job would delete it up to a day late. */
export const wipeShortLivedJob = defineJob({
  name: 'sync.wipe-short-lived',
  payload: z.object({}),
  cron: '47 * * * *',
});

/** The next sweep takes the listings above this number. The longest waiting come first. */
export const maxListingsPerSweep = 500;

export function syncJobs(deps: SyncDeps): JobHandler[] {
  return [
    defineJobHandler(syncListingJob, ({ accountId, listingId, trigger }, signal) =>
      runSync(deps, accountId, listingId, trigger, signal),
    ),
    defineJobHandler(sweepJob, () => sweepDueListings(deps)),
    defineJobHandler(wipeUnconfirmedJob, (_, signal) => deleteExpiredContent(deps, undefined, signal)),
    defineJobHandler(wipeShortLivedJob, (_, signal) =>
      deleteExpiredContent(deps, shortRetentionDays, signal),
    ),
  ];
}

/** Enqueues a sync of one listing. Does nothing while a job for this listing is already waiting. */
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

/** A leased listing gets a job that starts when the lease ends, because its worker may have died. */
export async function sweepDueListings(deps: Pick<SyncDeps, 'db' | 'queue'>): Promise<void> {
  const due = await inSystem(deps.db, (trx) => listDueListings(trx, maxListingsPerSweep));
  for (const listing of due)
    await enqueueSync(deps, listing.account_id, listing.id, 'schedule', listing.wait);
}
