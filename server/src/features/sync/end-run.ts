/** The ends of a run: everything read, a pass judged, trouble that passes, trouble that stays. */
import { ConnectorFailure, type FailureKind } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import {
  failureCode,
  type ListingRelease,
  recordConnectionFailure,
  releaseListing,
} from '../connections/index.ts';
import { countShownReviews } from '../reviews/index.ts';
import { regularIntervalSeconds, retryDelaySeconds } from './backoff.ts';
import type { SyncDeps } from './deps.ts';
import {
  checkAbsentReviews,
  type FullPassResult,
  listAbsentReviews,
  saveFullPassResult,
} from './full-pass-result.ts';
import { finishRun, postponeRun } from './queries.ts';
import { pauseForUsageLimit } from './read-pages.ts';
import { callPlatform, type SyncRunContext, withLease } from './run-context.ts';

/** Tries of one run before it gives up; what its pages brought stays. */
const maxAttempts = 8;
/** A listing that the platform does not know, or not open for reading, is asked for again after a day. */
const permanentFailureRetrySeconds = 86_400;

/** Failures that may pass by themselves; the others wait for the owner or for the next regular time. */
const transientKinds: ReadonlySet<FailureKind> = new Set(['retry-after', 'broken']);

/**
 * Everything was read. A full pass also tells what is gone; returns how many reviews changed by that.
 * @param fullPassIn seconds until a full pass has to begin; null where nothing asks for one before its time
 */
export async function completeRun(
  deps: SyncDeps,
  job: SyncRunContext,
  fullPassIn: number | null,
): Promise<number> {
  if (job.run.kind === 'full') return completeFullPass(deps, job);
  const nextSyncInSeconds = Math.min(nextRegularSyncSeconds(job), fullPassIn ?? Number.POSITIVE_INFINITY);
  await withLease(deps, job, (trx) =>
    finishAndRelease(trx, job, { watermark: nextWatermark(job), nextSyncInSeconds }, null),
  );
  return 0;
}

async function completeFullPass(deps: SyncDeps, job: SyncRunContext): Promise<number> {
  const { accountId, listing, run, connector, signal } = job;
  const { absent, held } = await inTenant(deps.db, accountId, async (trx) => ({
    absent: await listAbsentReviews(trx, accountId, listing.id, run.id),
    held: await countShownReviews(trx, accountId, listing.id),
  }));
  const end = await checkAbsentReviews({
    connector,
    listing,
    absent,
    held,
    platformCount: run.expected,
    setAside: run.set_aside,
    now: new Date(),
    signal,
    easeOff: (seconds) => pauseForUsageLimit(seconds, signal),
    async callPlatform(work) {
      // Many look-ups take longer than a lease.
      await withLease(deps, job, () => Promise.resolve());
      return callPlatform(deps, job, work);
    },
  });
  return withLease(deps, job, async (trx) => {
    const { removed, changed } = await saveFullPassResult(trx, accountId, listing, end);
    const left = await countShownReviews(trx, accountId, listing.id);
    const countDifference = run.expected === null ? null : run.expected - left;
    const release = {
      watermark: nextWatermark(job),
      fullPass: { began: run.started_at, countDifference },
      heldBack: end.heldBack,
      nextSyncInSeconds: nextRegularSyncSeconds(job),
    };
    await finishAndRelease(trx, job, release, end, removed);
    return removed + changed;
  });
}

/** Known ground begins at what was newest when the reading began: what changed since comes before it. */
function nextWatermark({ run, listing }: SyncRunContext): Date {
  const known = listing.watermark_at;
  if (run.head_at === null) return known ?? new Date(0);
  return known !== null && known > run.head_at ? known : run.head_at;
}

async function finishAndRelease(
  trx: Parameters<typeof finishRun>[0],
  job: SyncRunContext,
  release: Omit<ListingRelease, 'succeeded' | 'state'>,
  end: FullPassResult | null,
  removed = 0,
): Promise<void> {
  const { accountId, listing, run } = job;
  const heldBack = end !== null && end.heldBack !== null;
  const trouble = heldBack ? 'removals-held-back' : end?.countsDiffer === true ? 'counts-differ' : null;
  await finishRun(trx, accountId, run.id, {
    outcome: trouble === null ? 'succeeded' : 'partial',
    errorCode: trouble,
    errorMessage: null,
    nextTryInSeconds: null,
    removed,
  });
  await releaseListing(trx, accountId, listing.id, listing.fence, {
    succeeded: true,
    state: listing.state === 'closed' ? 'closed' : 'ok',
    ...release,
  });
}

function nextRegularSyncSeconds({ listing, connector }: SyncRunContext): number {
  return regularIntervalSeconds(listing.sync_interval_minutes, connector.capabilities.retentionDays);
}

/** The platform's pages have no end: the run stops there, as partial, and the next one is a full pass again. */
export async function endWithCursorLoop(deps: SyncDeps, job: SyncRunContext): Promise<void> {
  const { accountId, listing, run } = job;
  deps.log.warn({ listing: listing.id, pages: run.requests }, 'A platform repeats its pages');
  await withLease(deps, job, async (trx) => {
    await finishRun(trx, accountId, run.id, {
      outcome: 'partial',
      errorCode: 'pages-repeat',
      errorMessage: 'The platform repeated a page cursor.',
      nextTryInSeconds: null,
    });
    await releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: nextRegularSyncSeconds(job),
      succeeded: false,
    });
  });
}

export async function endWithFailure(
  deps: SyncDeps,
  job: SyncRunContext,
  failure: ConnectorFailure,
): Promise<void> {
  const { listing, run, connector } = job;
  const facts = { listing: listing.id, kind: failure.kind, reason: failure.message };
  // No owner can mend it, so the operator has to see it.
  if (failure.reason === 'blocked-for-policy') deps.log.error(facts, 'A platform blocks this installation');
  else deps.log.warn(facts, 'A sync met trouble at the platform');
  if (failure.kind === 'retry-after' && failure.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, failure.retryAfter || undefined);
  const again = transientKinds.has(failure.kind) && run.attempts < maxAttempts;
  const lasting = permanentListingState(failure);
  const wait = transientKinds.has(failure.kind)
    ? retryDelaySeconds(run.attempts, failure.retryAfter)
    : lasting === undefined
      ? nextRegularSyncSeconds(job)
      : permanentFailureRetrySeconds;
  await withLease(deps, job, (trx) => recordRunFailure(deps, trx, job, failure, { again, wait, lasting }));
}

async function recordRunFailure(
  deps: SyncDeps,
  trx: Parameters<typeof finishRun>[0],
  { accountId, listing, run }: SyncRunContext,
  failure: ConnectorFailure,
  { again, wait, lasting }: { again: boolean; wait: number; lasting: 'gone' | 'unverified' | undefined },
): Promise<void> {
  const trouble = {
    errorCode: failureCode(failure.kind),
    errorMessage: failure.message,
    nextTryInSeconds: wait,
  };
  await recordConnectionFailure(deps, trx, accountId, listing.connection_id, failure.kind);
  if (again) await postponeRun(trx, accountId, run.id, trouble);
  else
    await finishRun(trx, accountId, run.id, {
      ...trouble,
      outcome: 'failed',
      nextTryInSeconds: transientKinds.has(failure.kind) || lasting !== undefined ? wait : null,
    });
  await releaseListing(trx, accountId, listing.id, listing.fence, {
    nextSyncInSeconds: wait,
    succeeded: false,
    ...(lasting === undefined ? {} : { state: lasting }),
  });
}

/** What the platform says of the listing itself, which no retry changes. */
function permanentListingState(failure: ConnectorFailure): 'gone' | 'unverified' | undefined {
  if (failure.kind === 'gone') return 'gone';
  return failure.reason === 'location-unverified' ? 'unverified' : undefined;
}

/** Our own trouble, or the process stops: the run stays open, the listing is free at once for whoever comes next. */
export async function releaseLease(deps: SyncDeps, job: SyncRunContext, error: unknown): Promise<void> {
  const { accountId, listing } = job;
  await inTenant(deps.db, accountId, (trx) =>
    releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: job.signal.aborted ? 0 : retryDelaySeconds(job.run.attempts, undefined),
      succeeded: false,
    }),
  );
  if (!job.signal.aborted) throw error;
}

export function asConnectorFailure(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  throw error;
}
