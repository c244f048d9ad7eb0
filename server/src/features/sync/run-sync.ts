/**
 * One sync of one listing: claim, read page after page, store each in a transaction of its own together with the
 * place to go on, finish. Whoever holds the highest fence may write; a worker that was frozen and wakes later finds
 * its fence passed and stops. A worker that dies leaves an open run, which the next one goes on with.
 */
import {
  type Connector,
  ConnectorFailure,
  type FailureKind,
  type ReviewPage,
} from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
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

/** Longer than any page may take (20 s call limit and a slow store), short enough that a dead worker is soon replaced. */
const leaseSeconds = 60;
export const regularIntervalSeconds = 6 * 3600;
/** Tries of one run before it gives up; what its pages brought stays. */
const maxAttempts = 8;

type Trigger = 'first' | 'schedule' | 'manual' | 'notification';

interface Job {
  accountId: string;
  listing: ListingRow & { fence: number };
  connector: Connector;
  run: RunRow;
  signal: AbortSignal;
}

/** Another worker holds a higher fence: everything this one still does would be wrong. */
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
    await readAllPages(deps, job);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (error instanceof ConnectorFailure) await endWithFailure(deps, job, error);
    else await giveBack(deps, job, error);
  }
}

async function begin(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<Job | null> {
  return inTenant(deps.db, accountId, async (trx) => {
    const listing = await claimListing(trx, accountId, listingId, leaseSeconds);
    if (listing === null) return null;
    const connection = await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, listing.platform);
    if (connection?.status !== 'active' || connector === undefined) {
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: regularIntervalSeconds,
        succeeded: false,
      });
      return null;
    }
    const open = await findOpenRun(trx, accountId, listingId);
    if (open !== null) await countAttempt(trx, accountId, open.id);
    const run =
      open ??
      (await insertRun(trx, accountId, {
        id: newId(),
        listingId,
        trigger: listing.last_success_at === null ? 'first' : trigger,
      }));
    return { accountId, listing, connector, run, signal };
  });
}

async function readAllPages(deps: SyncDeps, job: Job): Promise<void> {
  const { accountId, listing, connector } = job;
  const seenCursors = new Set<string>();
  let { cursor } = job.run;
  let changed = false;
  for (;;) {
    const tokens = await deps.tokens.fresh(connector, accountId, listing.connection_id, job.signal);
    const page = await fetchPage(deps, job, tokens, cursor);
    if (page === 'restart') {
      cursor = null;
      continue;
    }
    const run = await storePage(deps, job, page);
    changed ||= run.added + run.changed > 0;
    cursor = page.nextCursor;
    if (cursor === null) break;
    // A platform that hands out the same cursor twice would be read for ever.
    if (seenCursors.has(cursor)) throw new ConnectorFailure('broken', 'The platform repeated a page cursor.');
    seenCursors.add(cursor);
  }
  await inTenant(deps.db, accountId, async (trx) => {
    await finishRun(trx, accountId, job.run.id, {
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
  if (changed) await deps.onReviewsChanged(accountId);
}

/** A cursor from before a break may have gone stale: then the reading starts over, once, from the head. */
async function fetchPage(
  deps: SyncDeps,
  job: Job,
  tokens: Parameters<Connector['fetchReviews']>[0],
  cursor: string | null,
): Promise<ReviewPage | 'restart'> {
  const { listing } = job;
  try {
    return await job.connector.fetchReviews(
      tokens,
      { externalId: listing.external_id, resourceName: listing.resource_name },
      cursor,
      { signal: job.signal },
    );
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || error.kind !== 'rejected' || cursor === null) throw error;
    await inTenant(deps.db, job.accountId, (trx) => restartRun(trx, job.accountId, job.run.id));
    return 'restart';
  }
}

function storePage(deps: SyncDeps, job: Job, page: ReviewPage): Promise<RunRow> {
  const { accountId, listing } = job;
  return retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      if (!(await keepLease(trx, accountId, listing.id, listing.fence, leaseSeconds))) throw new Overtaken();
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
    }),
  );
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
  await recordFailure(deps.db, accountId, listing.connection_id, failure.kind);
  const { attempts } = run;
  const again = passing.has(failure.kind) && attempts < maxAttempts;
  const wait = again ? pauseSeconds(attempts, failure.retryAfter) : regularIntervalSeconds;
  await inTenant(deps.db, accountId, async (trx) => {
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
