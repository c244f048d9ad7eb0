/**
 * One sync of one listing: take the lease, read the pages, store each page together with the next cursor, find removed
 * reviews, finish. Only the worker with the highest fence may write: a worker that was suspended and wakes later finds
 * a higher fence and stops. A worker that dies leaves an open run, which the next worker resumes.
 */
import { SyncPausedError } from '../connections/index.ts';
import { beginRun } from './begin-run.ts';
import type { SyncDeps } from './deps.ts';
import {
  asConnectorFailure,
  completeRun,
  endWithCursorLoop,
  endWithFailure,
  endWithPause,
  releaseLease,
} from './end-run.ts';
import { CursorLoopError, readPages } from './read-pages.ts';
import { LeaseLostError, type SyncRunContext, type Trigger } from './run-context.ts';

/** Runs one sync to its end, or until it has to wait. Never throws for a failure of the platform. */
export async function runSync(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<void> {
  const context = await beginRun(deps, accountId, listingId, trigger, signal);
  if (context === null) return;
  try {
    await executeRun(deps, context);
  } catch (error) {
    if (error instanceof SyncPausedError) await endWithPause(deps, context);
    else if (!(error instanceof LeaseLostError)) await releaseLease(deps, context, error);
  }
}

async function executeRun(deps: SyncDeps, context: SyncRunContext): Promise<void> {
  let fullPassIn: number | null;
  try {
    fullPassIn = await readPages(deps, context);
  } catch (error) {
    if (error instanceof CursorLoopError) return endWithCursorLoop(deps, context);
    return endWithFailure(deps, context, asConnectorFailure(error));
  }
  try {
    await completeRun(deps, context, fullPassIn);
  } catch (error) {
    // A look-up after the last page failed: the run stays open and reads from the first page again.
    await endWithFailure(deps, context, asConnectorFailure(error));
  }
}
