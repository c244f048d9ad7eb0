/**
 * One sync of one listing: claim, read page after page, store each together with the place to go on, judge what is
 * gone, finish. Whoever holds the highest fence may write; a worker that was frozen and wakes later finds its fence
 * passed and stops. A worker that dies leaves an open run, which the next one goes on with.
 */
import { beginRun } from './begin-run.ts';
import type { SyncDeps } from './deps.ts';
import {
  asConnectorFailure,
  completeRun,
  endWithCursorLoop,
  endWithFailure,
  releaseLease,
} from './end-run.ts';
import { CursorLoopError, readPages } from './read-pages.ts';
import { LeaseLostError, type SyncRunContext, type Trigger } from './run-context.ts';

/** Runs one sync to its end, or until it has to wait. Never throws for what a platform did. */
export async function runSync(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<void> {
  const job = await beginRun(deps, accountId, listingId, trigger, signal);
  if (job === null) return;
  try {
    await executeRun(deps, job);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await releaseLease(deps, job, error);
  }
}

async function executeRun(deps: SyncDeps, job: SyncRunContext): Promise<void> {
  const { accountId } = job;
  let fullPassIn: number | null;
  try {
    fullPassIn = await readPages(deps, job);
  } catch (error) {
    await notifyChanged(deps, job);
    if (error instanceof CursorLoopError) return endWithCursorLoop(deps, job);
    return endWithFailure(deps, job, asConnectorFailure(error));
  }
  await notifyChanged(deps, job);
  try {
    if ((await completeRun(deps, job, fullPassIn)) > 0) await deps.onReviewsChanged(accountId);
  } catch (error) {
    // A look-up at the end of a pass met trouble: the run stays open and begins at the head again.
    await endWithFailure(deps, job, asConnectorFailure(error));
  }
}

/** Before the end is written: whoever dies here leaves an open run, and the next one tells it again. */
async function notifyChanged(deps: SyncDeps, { accountId, run }: SyncRunContext): Promise<void> {
  if (run.added + run.changed > 0) await deps.onReviewsChanged(accountId);
}
