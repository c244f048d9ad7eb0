/** Reading page after page: each is stored in one statement with the place to go on, so that nothing is read in vain. */
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorFailure, type ReviewPage } from '../../connectors/connector.ts';
import { pageTokenRefused } from '../../connectors/kit/platform-call.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { SyncDeps } from './deps.ts';
import { asHolder, askPlatform, type Job, leaseSeconds, Overtaken } from './job.ts';
import { restartRun } from './queries.ts';
import { newest, storePage } from './store-page.ts';

/** The platform hands out pages without end: what was read stays, but the pass tells nothing about what is gone. */
export class PagesRepeat extends Error {}

/** Pages that a platform may have for one listing: 250,000 reviews. */
const mostPages = 5000;
/** A pause that a platform's usage asks for and that is waited out with the listing in hand. */
const shortPauseSeconds = 5;

/**
 * Reads to the end, or with kind `newest` to known ground.
 * @throws Overtaken, PagesRepeat, ConnectorFailure
 */
export async function readPages(deps: SyncDeps, job: Job): Promise<void> {
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
    const quiet = await keep(deps, job, page);
    if (!answered) await deps.pace.answered(job.connector.id);
    answered = true;
    cursor = page.nextCursor;
    if (cursor === null || (quiet && isKnownGround(job, page))) return;
    if (seenCursors.has(cursor) || seenCursors.size >= mostPages) throw new PagesRepeat();
    seenCursors.add(cursor);
    await easeOff(page.easeOffSeconds ?? 0, job.signal);
  }
}

/**
 * One full page past what a finished run has read, and nothing in it is new: below it nothing can be, because the
 * newest change comes first. Only pages with reviews prove it.
 */
function isKnownGround({ run, listing }: Job, page: ReviewPage): boolean {
  const latest = newest(page);
  if (run.kind !== 'newest' || listing.watermark_at === null || latest === null) return false;
  return page.setAside.length === 0 && latest <= listing.watermark_at;
}

/** A cursor from before a break may have gone stale: then the reading starts over, once, from the head. */
async function fetchPage(
  deps: SyncDeps,
  job: Job,
  cursor: string | null,
  mayRestart: boolean,
): Promise<ReviewPage | 'restart'> {
  const { connector, listing, signal } = job;
  const place = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    return await askPlatform(deps, job, (tokens) =>
      connector.fetchReviews(tokens, place, cursor, { signal }),
    );
  } catch (error) {
    const stale =
      error instanceof ConnectorFailure && error.kind === 'rejected' && error.message === pageTokenRefused;
    if (!stale || cursor === null) throw error;
    await asHolder(deps, job, (trx) => restartRun(trx, job.accountId, job.run.id));
    // Twice in one run is the platform's trouble: the next try begins at the head.
    if (!mayRestart) throw new ConnectorFailure('retry-after', pageTokenRefused, { reach: 'listing' });
    return 'restart';
  }
}

/** Stores a page; true when it changed nothing. */
async function keep(deps: SyncDeps, job: Job, page: ReviewPage): Promise<boolean> {
  const target = {
    accountId: job.accountId,
    runId: job.run.id,
    kind: job.run.kind,
    listing: job.listing,
    leaseSeconds,
  };
  const stored = await retryTransient(() =>
    inTenant(deps.db, job.accountId, (trx) => storePage(trx, target, page)),
  );
  if (stored === null) throw new Overtaken();
  job.run = stored.run;
  return stored.quiet;
}

/**
 * Slows down before the platform refuses us.
 * @throws ConnectorFailure `retry-after` where the pause is too long to hold the listing meanwhile.
 */
export async function easeOff(seconds: number, signal: AbortSignal): Promise<void> {
  if (seconds > shortPauseSeconds)
    throw new ConnectorFailure('retry-after', 'the usage is near its limit', {
      retryAfter: seconds,
      reach: 'listing',
    });
  if (seconds > 0) await pause(seconds * 1000, undefined, { signal });
}
