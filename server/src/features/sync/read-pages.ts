/** Reads page after page. Each page is stored in one statement with the next cursor, so a resumed run repeats nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, type ReviewPage } from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import { countShownReviews } from '../reviews/index.ts';
import { fullPassInSeconds } from './count-mismatch.ts';
import type { SyncDeps } from './deps.ts';
import { markRunFull, restartRun } from './queries.ts';
import { callPlatform, LeaseLostError, leaseSeconds, type SyncRunContext, withLease } from './run-context.ts';
import { newestChangeAt, writePage } from './write-page.ts';

/** The platform repeats its pages without end. The stored pages stay, but the run cannot tell which reviews are gone. */
export class CursorLoopError extends Error {}

/** Maximum number of pages of one listing, which is 250,000 reviews. */
const maxPages = 5000;
/** A pause up to this length is waited out while the run holds the lease. A longer one postpones the run. */
const maxInlinePauseSeconds = 5;

/**
 * Reads to the last page, or with kind `newest` to the watermark. A run becomes a full pass when it reaches the last
 * page or has to read on because the counts differ.
 * @returns seconds until the next full pass has to start; null when none is needed before its regular time
 * @throws LeaseLostError, CursorLoopError, ConnectorFailure
 */
export async function readPages(deps: SyncDeps, context: SyncRunContext): Promise<number | null> {
  let { cursor } = context.run;
  let mayRestart = true;
  let answered = false;
  const seenCursors = new Set<string>();
  for (;;) {
    const page = await fetchPage(deps, context, cursor, mayRestart);
    if (page === 'restart') {
      mayRestart = false;
      seenCursors.clear();
      cursor = null;
      continue;
    }
    const unchanged = await storePage(deps, context, page);
    if (!answered) await deps.rateLimiter.reportSuccess(context.connector.id);
    answered = true;
    cursor = page.nextCursor;
    if (cursor === null) {
      await markAsFullPass(deps, context);
      return null;
    }
    if (unchanged && reachedWatermark(context, page)) {
      const wait = await secondsUntilFullPass(deps, context);
      if (wait !== 0) return wait;
      await markAsFullPass(deps, context);
    }
    if (seenCursors.has(cursor) || seenCursors.size >= maxPages) throw new CursorLoopError();
    seenCursors.add(cursor);
    await pauseForUsageLimit(page.easeOffSeconds ?? 0, context.signal);
  }
}

/**
 * The whole page is older than the watermark. The platform lists the newest change first, so no later page can hold a
 * change. An empty page proves nothing, and neither does a page with an unreadable item.
 */
function reachedWatermark({ run, listing }: SyncRunContext, page: ReviewPage): boolean {
  const latest = newestChangeAt(page);
  if (run.kind !== 'newest' || listing.watermark_at === null || latest === null) return false;
  return page.skipped.length === 0 && latest <= listing.watermark_at;
}

/** Stored at once, so that a worker that resumes the run also reads to the last page. */
async function markAsFullPass(deps: SyncDeps, context: SyncRunContext): Promise<void> {
  if (context.run.kind === 'full') return;
  await withLease(deps, context, (trx) => markRunFull(trx, context.accountId, context.run.id));
  context.run = { ...context.run, kind: 'full' };
}

/** All new reviews are stored by now, so a difference means that reviews were deleted or never listed. */
async function secondsUntilFullPass(
  deps: SyncDeps,
  { accountId, listing, run, trigger }: SyncRunContext,
): Promise<number | null> {
  const storedCount = await inTenant(deps.db, accountId, (trx) =>
    countShownReviews(trx, accountId, listing.id),
  );
  return fullPassInSeconds({
    trigger,
    platformCount: run.expected,
    storedCount,
    knownDifference: listing.count_difference,
    lastFullPassAt: listing.last_full_pass_at,
    now: new Date(),
  });
}

/** A cursor from before an interruption may have expired. The run then restarts from the first page, once. */
async function fetchPage(
  deps: SyncDeps,
  context: SyncRunContext,
  cursor: string | null,
  mayRestart: boolean,
): Promise<ReviewPage | 'restart'> {
  const { connector, listing, signal } = context;
  const listingRef = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    return await callPlatform(deps, context, (tokens) =>
      connector.fetchReviews(tokens, listingRef, cursor, { signal }),
    );
  } catch (error) {
    const refused = error instanceof ConnectorFailure && error.reason === 'page-token-refused';
    if (!refused || cursor === null) throw error;
    await withLease(deps, context, (trx) => restartRun(trx, context.accountId, context.run.id));
    // A second refusal in one run is a failure of the platform: the next attempt starts from the first page.
    if (!mayRestart) throw new ConnectorFailure('retry-after', error.message, { reach: 'listing' });
    return 'restart';
  }
}

/** Stores a page. Returns true when it changed nothing. */
async function storePage(deps: SyncDeps, context: SyncRunContext, page: ReviewPage): Promise<boolean> {
  const target = {
    accountId: context.accountId,
    runId: context.run.id,
    listing: context.listing,
    leaseSeconds,
  };
  const stored = await retryTransient(() =>
    inTenant(deps.db, context.accountId, (trx) => writePage(trx, target, page)),
  );
  if (stored === null) throw new LeaseLostError();
  context.run = stored.run;
  return stored.unchanged;
}

/**
 * Waits before the platform's usage limit is reached.
 * @throws ConnectorFailure `retry-after` when the pause is too long to wait while holding the lease.
 */
export async function pauseForUsageLimit(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds > maxInlinePauseSeconds)
    throw new ConnectorFailure('retry-after', 'the usage is near its limit', {
      retryAfter: seconds,
      reach: 'listing',
    });
  if (seconds > 0) await pause(seconds * 1000, undefined, { signal });
}
