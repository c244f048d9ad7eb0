/** Reading page after page: each is stored in one statement with the place to go on, so that nothing is read in vain. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, type ReviewPage } from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import { countShownReviews } from '../reviews/index.ts';
import { fullPassInSeconds } from './count-mismatch.ts';
import type { SyncDeps } from './deps.ts';
import { markRunFull, restartRun } from './queries.ts';
import { callPlatform, LeaseLostError, leaseSeconds, type SyncRunContext, withLease } from './run-context.ts';
import { newestChangeAt, writePage } from './write-page.ts';

/** The platform hands out pages without end: what was read stays, but the pass tells nothing about what is gone. */
export class CursorLoopError extends Error {}

/** Pages that a platform may have for one listing: 250,000 reviews. */
const maxPages = 5000;
/** A pause that a platform's usage asks for and that is waited out with the listing in hand. */
const maxInlinePauseSeconds = 5;

/**
 * Reads to the end, or with kind `newest` to known ground. A run that comes to the end is a full one from then on, and
 * so is one that reads on because the counts disagree. Returns the seconds until a full pass has to begin; null where
 * nothing asks for one before its time.
 * @throws Overtaken, PagesRepeat, ConnectorFailure
 */
export async function readPages(deps: SyncDeps, job: SyncRunContext): Promise<number | null> {
  let { cursor } = job.run;
  let mayRestart = true;
  let answered = false;
  const seenCursors = new Set<string>();
  for (;;) {
    const page = await fetchPage(deps, job, cursor, mayRestart);
    if (page === 'restart') {
      mayRestart = false;
      seenCursors.clear();
      cursor = null;
      continue;
    }
    const quiet = await storePage(deps, job, page);
    if (!answered) await deps.rateLimiter.reportSuccess(job.connector.id);
    answered = true;
    cursor = page.nextCursor;
    if (cursor === null) {
      await markAsFullPass(deps, job);
      return null;
    }
    if (quiet && reachedWatermark(job, page)) {
      const wait = await secondsUntilFullPass(deps, job);
      if (wait !== 0) return wait;
      await markAsFullPass(deps, job);
    }
    if (seenCursors.has(cursor) || seenCursors.size >= maxPages) throw new CursorLoopError();
    seenCursors.add(cursor);
    await pauseForUsageLimit(page.easeOffSeconds ?? 0, job.signal);
  }
}

/**
 * One full page past what a finished run has read, and nothing in it is new: below it nothing can be, because the
 * newest change comes first. Only pages with reviews prove it.
 */
function reachedWatermark({ run, listing }: SyncRunContext, page: ReviewPage): boolean {
  const latest = newestChangeAt(page);
  if (run.kind !== 'newest' || listing.watermark_at === null || latest === null) return false;
  return page.setAside.length === 0 && latest <= listing.watermark_at;
}

/** Written down at once: whoever goes on with the run reads to the end too. */
async function markAsFullPass(deps: SyncDeps, job: SyncRunContext): Promise<void> {
  if (job.run.kind === 'full') return;
  await withLease(deps, job, (trx) => markRunFull(trx, job.accountId, job.run.id));
  job.run = { ...job.run, kind: 'full' };
}

/** All that is new is stored by now, so what still differs is gone, or was never shown to us. */
async function secondsUntilFullPass(
  deps: SyncDeps,
  { accountId, listing, run, trigger }: SyncRunContext,
): Promise<number | null> {
  const held = await inTenant(deps.db, accountId, (trx) => countShownReviews(trx, accountId, listing.id));
  return fullPassInSeconds({
    trigger,
    counted: run.expected,
    held,
    left: listing.count_difference,
    lastFullPassAt: listing.last_full_pass_at,
    now: new Date(),
  });
}

/** A cursor from before a break may have gone stale: then the reading starts over, once, from the head. */
async function fetchPage(
  deps: SyncDeps,
  job: SyncRunContext,
  cursor: string | null,
  mayRestart: boolean,
): Promise<ReviewPage | 'restart'> {
  const { connector, listing, signal } = job;
  const place = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    return await callPlatform(deps, job, (tokens) =>
      connector.fetchReviews(tokens, place, cursor, { signal }),
    );
  } catch (error) {
    const stale = error instanceof ConnectorFailure && error.reason === 'page-token-refused';
    if (!stale || cursor === null) throw error;
    await withLease(deps, job, (trx) => restartRun(trx, job.accountId, job.run.id));
    // Twice in one run is the platform's trouble: the next try begins at the head.
    if (!mayRestart)
      throw new ConnectorFailure('retry-after', 'the page token was refused again', { reach: 'listing' });
    return 'restart';
  }
}

/** Stores a page; true when it changed nothing. */
async function storePage(deps: SyncDeps, job: SyncRunContext, page: ReviewPage): Promise<boolean> {
  const target = {
    accountId: job.accountId,
    runId: job.run.id,
    listing: job.listing,
    leaseSeconds,
  };
  const stored = await retryTransient(() =>
    inTenant(deps.db, job.accountId, (trx) => writePage(trx, target, page)),
  );
  if (stored === null) throw new LeaseLostError();
  job.run = stored.run;
  return stored.quiet;
}

/**
 * Slows down before the platform refuses us.
 * @throws ConnectorFailure `retry-after` where the pause is too long to hold the listing meanwhile.
 */
export async function pauseForUsageLimit(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds > maxInlinePauseSeconds)
    throw new ConnectorFailure('retry-after', 'the usage is near its limit', {
      retryAfter: seconds,
      reach: 'listing',
    });
  if (seconds > 0) await pause(seconds * 1000, undefined, { signal });
}
