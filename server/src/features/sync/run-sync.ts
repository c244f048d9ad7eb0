/**
 * One sync of one listing: claim, read page after page, store each together with the place to go on, judge what is
 * gone, finish. Whoever holds the highest fence may write; a worker that was frozen and wakes later finds its fence
 * passed and stops. A worker that dies leaves an open run, which the next one goes on with.
 */
import { beginRun } from './begin-run.ts';
import type { SyncDeps } from './deps.ts';
import { endUnfinished, endWell, endWithFailure, failureOnly, giveBack } from './end-run.ts';
import { type Job, Overtaken, type Trigger } from './job.ts';
import { PagesRepeat, readPages } from './read-pages.ts';

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
    await work(deps, job);
  } catch (error) {
    if (!(error instanceof Overtaken)) await giveBack(deps, job, error);
  }
}

async function work(deps: SyncDeps, job: Job): Promise<void> {
  const { accountId } = job;
  let fullPassIn: number | null;
  try {
    fullPassIn = await readPages(deps, job);
  } catch (error) {
    await tell(deps, job);
    if (error instanceof PagesRepeat) return endUnfinished(deps, job);
    return endWithFailure(deps, job, failureOnly(error));
  }
  await tell(deps, job);
  try {
    if ((await endWell(deps, job, fullPassIn)) > 0) await deps.onReviewsChanged(accountId);
  } catch (error) {
    // A look-up at the end of a pass met trouble: the run stays open and begins at the head again.
    await endWithFailure(deps, job, failureOnly(error));
  }
}

/** Before the end is written: whoever dies here leaves an open run, and the next one tells it again. */
async function tell(deps: SyncDeps, { accountId, run }: Job): Promise<void> {
  if (run.added + run.changed > 0) await deps.onReviewsChanged(accountId);
}
