/** How a run ends: complete, paused by the operator, with a cursor loop, with a temporary or permanent failure, or given back. */
import { type Measurements, measure } from '@kindling/service/measurements';
import type { Transaction } from 'kysely';
import { ConnectorFailure, type FailureKind, type FailureReason } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import {
  failureCode,
  intervalMinutesOf,
  type ListingRelease,
  readSyncSettings,
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
import { finishRun, markRunPaused, postponeRun, uncountAttempt } from './queries.ts';
import { pauseForUsageLimit } from './read-pages.ts';
import { callPlatform, LeaseLostError, type SyncRunContext, withLease } from './run-context.ts';

/** Attempts before a run fails. The pages that it stored stay. */
const maxAttempts = 8;
/** A listing that is deleted or unverified at the platform is tried again after a day. */
const permanentFailureRetrySeconds = 86_400;

/** Failures that are retried soon. The others wait for the owner or for the next regular sync. */
const transientKinds: ReadonlySet<FailureKind> = new Set(['retry-after', 'unexpected-answer']);

/**
 * Ends a run that read everything it had to. A full pass also removes the reviews that no longer exist.
 * @param fullPassIn seconds until the next full pass has to start; null when none is needed before its regular time
 * @returns how many reviews the end of a full pass changed
 */
export async function completeRun(
  deps: SyncDeps,
  context: SyncRunContext,
  fullPassIn: number | null,
): Promise<number> {
  if (context.run.kind === 'full') return completeFullPass(deps, context);
  const outcome = await withLease(deps, context, async (trx) => {
    const regular = await nextRegularSyncSeconds(trx, context);
    const nextSyncInSeconds = Math.min(regular, fullPassIn ?? Number.POSITIVE_INFINITY);
    return finishAndRelease(trx, context, { watermark: nextWatermark(context), nextSyncInSeconds }, null);
  });
  reportEnd(context, outcome);
  return 0;
}

async function completeFullPass(deps: SyncDeps, context: SyncRunContext): Promise<number> {
  const { accountId, listing, run, connector, signal } = context;
  const { absent, storedCount } = await inTenant(deps.db, accountId, async (trx) => ({
    absent: await listAbsentReviews(trx, accountId, listing.id, run.id),
    storedCount: await countShownReviews(trx, accountId, listing.id),
  }));
  const result = await checkAbsentReviews({
    connector,
    listing,
    absent,
    storedCount,
    platformCount: run.expected,
    skipped: run.skipped,
    now: new Date(),
    signal,
    pauseForUsageLimit: (seconds) => pauseForUsageLimit(seconds, signal),
    async callPlatform(call) {
      // Many look-ups take longer than one lease, so each call renews it.
      await withLease(deps, context, () => Promise.resolve());
      return callPlatform(deps, context, call);
    },
  });
  const end = await withLease(deps, context, async (trx) => {
    const { removed, changed } = await saveFullPassResult(trx, accountId, listing, result);
    const remaining = await countShownReviews(trx, accountId, listing.id);
    const countDifference = run.expected === null ? null : run.expected - remaining;
    const release = {
      watermark: nextWatermark(context),
      fullPass: { began: run.started_at, countDifference },
      pendingRemovals: result.pendingRemovals,
      nextSyncInSeconds: await nextRegularSyncSeconds(trx, context),
    };
    const outcome = await finishAndRelease(trx, context, release, result, removed);
    return { outcome, changes: removed + changed };
  });
  reportEnd(context, end.outcome);
  return end.changes;
}

/** After the transaction, because a run that is rolled back has not ended. */
function reportEnd({ connector }: SyncRunContext, outcome: Measurements['syncEnded']['outcome']): void {
  measure('syncEnded', { connector: connector.id, outcome });
}

/** The newest change when the run started reading. Later changes are listed before it. Never moves backwards. */
function nextWatermark({ run, listing }: SyncRunContext): Date {
  const previous = listing.watermark_at;
  if (run.newest_change_at === null) return previous ?? new Date(0);
  return previous !== null && previous > run.newest_change_at ? previous : run.newest_change_at;
}

async function finishAndRelease(
  trx: Parameters<typeof finishRun>[0],
  context: SyncRunContext,
  release: Omit<ListingRelease, 'succeeded' | 'state'>,
  result: FullPassResult | null,
  removed = 0,
): Promise<'succeeded' | 'partial'> {
  const { accountId, listing, run } = context;
  const pendingRemovals = result !== null && result.pendingRemovals !== null;
  const errorCode = pendingRemovals
    ? 'removals-pending'
    : result?.countsDiffer === true
      ? 'counts-differ'
      : null;
  const outcome = errorCode === null ? 'succeeded' : 'partial';
  await finishRun(trx, accountId, run.id, {
    outcome,
    errorCode,
    errorMessage: null,
    nextTryInSeconds: null,
    removed,
  });
  await releaseListing(trx, accountId, listing.id, listing.fence, {
    succeeded: true,
    state: listing.state === 'closed' ? 'closed' : 'ok',
    ...release,
  });
  return outcome;
}

/** The operator may have changed the default since the run began. */
async function nextRegularSyncSeconds(
  trx: Transaction<DB>,
  { listing, connector }: SyncRunContext,
): Promise<number> {
  const settings = await readSyncSettings(trx, connector.id);
  return regularIntervalSeconds(intervalMinutesOf(listing, settings), connector.capabilities.retentionDays);
}

/** The platform repeats its pages without end: the run ends as partial, and the next one is a full pass again. */
export async function endWithCursorLoop(deps: SyncDeps, context: SyncRunContext): Promise<void> {
  const { accountId, listing, run } = context;
  deps.log.warn({ listing: listing.id, pages: run.requests }, 'A platform repeats its pages');
  await withLease(deps, context, async (trx) => {
    await finishRun(trx, accountId, run.id, {
      outcome: 'partial',
      errorCode: 'page-repeated',
      errorMessage: 'The platform repeated a page cursor.',
      nextTryInSeconds: null,
    });
    await releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: await nextRegularSyncSeconds(trx, context),
      succeeded: false,
      failed: true,
    });
  });
  reportEnd(context, 'partial');
}

/**
 * The operator pauses the platform: the run stays open after its last stored page, and the listing stays due. Both go on
 * when the pause ends.
 */
export async function endWithPause(deps: SyncDeps, context: SyncRunContext): Promise<void> {
  const { accountId, listing, run } = context;
  try {
    await withLease(deps, context, async (trx) => {
      await markRunPaused(trx, accountId, listing.id);
      // A pause is no failed attempt.
      await uncountAttempt(trx, accountId, run.id);
      await releaseListing(trx, accountId, listing.id, listing.fence, {
        nextSyncInSeconds: null,
        succeeded: false,
      });
    });
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  }
}

export async function endWithFailure(
  deps: SyncDeps,
  context: SyncRunContext,
  failure: ConnectorFailure,
): Promise<void> {
  const { listing, run, connector } = context;
  const { kind, reason, message } = failure;
  const facts = { listing: listing.id, kind, reason, message };
  // Only the operator can resolve a block of the whole installation, so it is logged as an error.
  if (reason === 'blocked-for-policy') deps.log.error(facts, 'The platform blocks this installation');
  else deps.log.warn(facts, 'A sync failed at the platform');
  if (failure.kind === 'retry-after' && failure.reach === 'platform')
    await deps.rateLimiter.reportFailure(connector.id, failure.retryAfter || undefined);
  const willRetry = transientKinds.has(kind) && run.attempts < maxAttempts;
  const listingState = permanentListingState(failure);
  await withLease(deps, context, async (trx) => {
    const waitSeconds = transientKinds.has(kind)
      ? retryDelaySeconds(run.attempts, failure.retryAfter)
      : listingState === undefined
        ? await nextRegularSyncSeconds(trx, context)
        : permanentFailureRetrySeconds;
    await recordRunFailure(trx, context, failure, { willRetry, waitSeconds, listingState });
  });
  reportEnd(context, willRetry ? 'postponed' : 'failed');
}

interface FailurePlan {
  willRetry: boolean;
  waitSeconds: number;
  /** The listing's new state where the failure is permanent. */
  listingState: 'gone' | 'unverified' | undefined;
}

async function recordRunFailure(
  trx: Parameters<typeof finishRun>[0],
  { accountId, listing, run }: SyncRunContext,
  failure: ConnectorFailure,
  { willRetry, waitSeconds, listingState }: FailurePlan,
): Promise<void> {
  const error = {
    errorCode: failureCode(failure.kind),
    errorMessage: failure.message,
    nextTryInSeconds: waitSeconds,
  };
  await recordConnectionFailure(trx, accountId, listing.connection_id, failure.kind);
  if (willRetry) await postponeRun(trx, accountId, run.id, error);
  else
    await finishRun(trx, accountId, run.id, {
      ...error,
      outcome: 'failed',
      nextTryInSeconds: transientKinds.has(failure.kind) || listingState !== undefined ? waitSeconds : null,
    });
  await releaseListing(trx, accountId, listing.id, listing.fence, {
    nextSyncInSeconds: waitSeconds,
    succeeded: false,
    failed: !willRetry,
    ...(listingState === undefined ? {} : { state: listingState }),
  });
}

/** The state of the listing after each reason. A new reason does not compile until it has a row here. */
const listingStates: Record<FailureReason, 'unverified' | undefined> = {
  'page-token-refused': undefined,
  'location-unverified': 'unverified',
  'blocked-for-policy': undefined,
};

/** The state after a failure that concerns the listing itself and that no retry changes. */
function permanentListingState({ kind, reason }: ConnectorFailure): 'gone' | 'unverified' | undefined {
  if (kind === 'gone') return 'gone';
  return reason === null ? undefined : listingStates[reason];
}

/**
 * After an error of our own or a shutdown: the run stays open, and another worker may take the listing at once.
 * @throws the error, unless the process is shutting down
 */
export async function releaseLease(deps: SyncDeps, context: SyncRunContext, error: unknown): Promise<void> {
  const { accountId, listing } = context;
  await inTenant(deps.db, accountId, (trx) =>
    releaseListing(trx, accountId, listing.id, listing.fence, {
      nextSyncInSeconds: context.signal.aborted ? 0 : retryDelaySeconds(context.run.attempts, undefined),
      succeeded: false,
      failed: !context.signal.aborted,
    }),
  );
  if (!context.signal.aborted) throw error;
}

/** @throws the error itself when it is not a ConnectorFailure */
export function asConnectorFailure(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  throw error;
}
