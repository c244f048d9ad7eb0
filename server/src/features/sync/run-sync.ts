/**
 * One sync of one listing: claim, read page after page, store each in a transaction of its own together with the
 * place to go on, finish. Whoever holds the highest fence may write; a worker that was frozen and wakes later finds
 * its fence passed and stops. A worker that dies leaves an open run, which the next one goes on with.
 */
import type { Transaction } from 'kysely';
import {
  type Connector,
  ConnectorFailure,
  type FailureKind,
  type ReviewPage,
} from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import {
  claimListing,
  connectorOf,
  failureCode,
  findConnection,
  keepLease,
  type ListingRow,
  recordFailure,
  releaseListing,
  updatePlatformFigures,
} from '../connections/index.ts';
import { storeReviews } from '../reviews/index.ts';
import type { SyncDeps } from './deps.ts';
import {
  countAttempt,
  findOpenRun,
  finishRun,
  insertRun,
  postponeRun,
  type RunRow,
  recordPage,
  recordSetAside,
  restartRun,
} from './queries.ts';

/** Longer than a page takes (a renewal and a call of 20 s each, and the store); a dead worker is replaced after it. */
const leaseSeconds = 45;
export const regularIntervalSeconds = 6 * 3600;
/** Tries of one run before it gives up; what its pages brought stays. */
const maxAttempts = 8;

type Trigger = 'first' | 'schedule' | 'manual' | 'notification';

interface Job {
  accountId: string;
  listing: ListingRow & { fence: number };
  connector: Connector;
  /** As it was after the last page. */
  run: RunRow;
  signal: AbortSignal;
}

/** Another worker holds a higher fence, or the listing is gone: everything this one still does would be wrong. */
class Overtaken extends Error {}

/** Runs one sync to its end, or until it has to wait. Never throws for what a platform did. */
export async function runSync(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<void> {
  const job = await begin(deps, accountId, listingId, trigger, signal);
  if (job === null) return;
  try {
    const failure = await readAllPages(deps, job).catch(failureOnly);
    // Before the end is written: whoever dies here leaves an open run, and the next one tells it again.
    if (job.run.added + job.run.changed > 0) await deps.onReviewsChanged(accountId);
    if (failure === undefined) await endWell(deps, job);
    else await endWithFailure(deps, job, failure);
  } catch (error) {
    if (!(error instanceof Overtaken)) await giveBack(deps, job, error);
  }
}

function failureOnly(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  throw error;
}

async function begin(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<Job | null> {
  // What a person or a notification asks for may come early; everything else waits for its time, which may be the
  // one that the platform named.
  const onlyDue = trigger === 'first' || trigger === 'schedule';
  return inTenant(deps.db, accountId, async (trx) => {
    const listing = await claimListing(trx, accountId, listingId, { leaseSeconds, onlyDue });
    if (listing === null) return null;
    const connection = await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, listing.platform);
    if (connection?.status !== 'active' || connector === undefined) {
      await endOpenRun(trx, accountId, listingId, connection?.reason ?? 'not-configured');
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: regularIntervalSeconds,
        succeeded: false,
      });
      return null;
    }
    const run = await openRun(trx, accountId, listing, trigger);
    return { accountId, listing, connector, run, signal };
  });
}

/** Nothing will go on with it until the owner acts, so it must not stand there as running. */
async function endOpenRun(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  errorCode: string,
): Promise<void> {
  const open = await findOpenRun(trx, accountId, listingId);
  if (open !== null)
    await finishRun(trx, accountId, open.id, {
      outcome: 'failed',
      errorCode,
      errorMessage: 'The connection no longer works.',
      nextTryInSeconds: null,
    });
}

async function openRun(
  trx: Transaction<DB>,
  accountId: string,
  listing: ListingRow,
  trigger: Trigger,
): Promise<RunRow> {
  const open = await findOpenRun(trx, accountId, listing.id);
  if (open === null)
    return insertRun(trx, accountId, {
      id: newId(),
      listingId: listing.id,
      trigger: listing.last_success_at === null ? 'first' : trigger,
    });
  // Without a place to go on it is read from the head again, and so counted again.
  if (open.cursor === null) await restartRun(trx, accountId, open.id);
  return countAttempt(trx, accountId, open);
}

async function readAllPages(deps: SyncDeps, job: Job): Promise<void> {
  let { cursor } = job.run;
  let mayRestart = true;
  const seenCursors = new Set<string>();
  for (;;) {
    const page = await fetchPage(deps, job, cursor, mayRestart);
    if (page === 'restart') {
      mayRestart = false;
      seenCursors.clear();
      cursor = null;
      continue;
    }
    job.run = await storePage(deps, job, page);
    cursor = page.nextCursor;
    if (cursor === null) return;
    // A platform that hands out the same cursor twice would be read for ever.
    if (seenCursors.has(cursor)) {
      await startOver(deps, job);
      throw new ConnectorFailure('broken', 'The platform repeated a page cursor.');
    }
    seenCursors.add(cursor);
  }
}

/** A cursor from before a break may have gone stale: then the reading starts over, once, from the head. */
async function fetchPage(
  deps: SyncDeps,
  job: Job,
  cursor: string | null,
  mayRestart: boolean,
): Promise<ReviewPage | 'restart'> {
  const { accountId, connector, listing, signal } = job;
  const place = { externalId: listing.external_id, resourceName: listing.resource_name };
  try {
    return await deps.tokens.use(
      connector,
      accountId,
      listing.connection_id,
      (tokens) => connector.fetchReviews(tokens, place, cursor, { signal }),
      signal,
    );
  } catch (error) {
    // Disconnected while we asked, and so the listing is gone with its connection.
    if (error instanceof AppError && error.code === 'not-found') throw new Overtaken();
    const stale = error instanceof ConnectorFailure && error.kind === 'rejected' && cursor !== null;
    if (!stale || !mayRestart) throw error;
    await startOver(deps, job);
    return 'restart';
  }
}

function startOver(deps: SyncDeps, job: Job): Promise<void> {
  return asHolder(deps, job, (trx) => restartRun(trx, job.accountId, job.run.id));
}

function storePage(deps: SyncDeps, job: Job, page: ReviewPage): Promise<RunRow> {
  const { accountId, listing } = job;
  return asHolder(deps, job, async (trx) => {
    const place = { listingId: listing.id, locationId: listing.location_id, source: listing.platform };
    const counts = await storeReviews(trx, accountId, place, page.reviews);
    await recordSetAside(trx, accountId, listing.id, page.setAside);
    if (page.count !== null || page.average !== null)
      await updatePlatformFigures(trx, accountId, listing.id, { average: page.average, count: page.count });
    return recordPage(trx, accountId, job.run.id, {
      ...counts,
      seen: page.reviews.length + page.setAside.length,
      setAside: page.setAside.length,
      requests: page.requests,
      cursor: page.nextCursor,
      expected: page.count,
    });
  });
}

/** A transaction of the one who holds the listing. @throws Overtaken when another worker has taken over since. */
function asHolder<T>(deps: SyncDeps, job: Job, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  const { accountId, listing } = job;
  return retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      if (!(await keepLease(trx, accountId, listing.id, listing.fence, leaseSeconds))) throw new Overtaken();
      return work(trx);
    }),
  );
}

function endWell(deps: SyncDeps, job: Job): Promise<void> {
  const { accountId, listing, run } = job;
  return asHolder(deps, job, async (trx) => {
    await finishRun(trx, accountId, run.id, {
      outcome: 'succeeded',
      errorCode: null,
      errorMessage: null,
      nextTryInSeconds: null,
    });
    await releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: regularIntervalSeconds,
      succeeded: true,
    });
  });
}

/** Seconds until the next try: the platform's own wish, else doubling from 15 s with jitter, at most an hour. */
export function pauseSeconds(
  attempts: number,
  retryAfter: number | undefined,
  random: () => number = Math.random,
): number {
  const growing = Math.min(3600, 15 * 2 ** Math.max(0, attempts - 1));
  const pause = growing / 2 + (growing / 2) * random();
  return Math.ceil(Math.min(24 * 3600, Math.max(pause, retryAfter ?? 0)));
}

/** Failures that may pass by themselves; the others wait for the owner or for the next regular time. */
const passing: ReadonlySet<FailureKind> = new Set(['retry-after', 'broken']);

async function endWithFailure(deps: SyncDeps, job: Job, failure: ConnectorFailure): Promise<void> {
  const { accountId, listing, run } = job;
  const errorCode = failureCode(failure.kind);
  deps.log.warn(
    { listing: listing.id, kind: failure.kind, reason: failure.message },
    'A sync met trouble at the platform',
  );
  const again = passing.has(failure.kind) && run.attempts < maxAttempts;
  const wait = again ? pauseSeconds(run.attempts, failure.retryAfter) : regularIntervalSeconds;
  await asHolder(deps, job, async (trx) => {
    await recordFailure(deps, trx, accountId, listing.connection_id, failure.kind);
    if (again)
      await postponeRun(trx, accountId, run.id, {
        errorCode,
        errorMessage: failure.message,
        nextTryInSeconds: wait,
      });
    else
      await finishRun(trx, accountId, run.id, {
        outcome: 'failed',
        errorCode,
        errorMessage: failure.message,
        nextTryInSeconds: passing.has(failure.kind) ? wait : null,
      });
    await releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: wait,
      succeeded: false,
    });
  });
}

/** Our own trouble, or the process stops: the run stays open, the listing is free at once for whoever comes next. */
async function giveBack(deps: SyncDeps, job: Job, error: unknown): Promise<void> {
  const { accountId, listing } = job;
  await inTenant(deps.db, accountId, (trx) =>
    releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: job.signal.aborted ? 0 : pauseSeconds(job.run.attempts, undefined),
      succeeded: false,
    }),
  );
  if (!job.signal.aborted) throw error;
}
