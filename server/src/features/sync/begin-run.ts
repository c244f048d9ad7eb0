/** Starts the work on a listing: takes the lease, resumes the open run or creates one, and chooses its kind. */
import type { Transaction } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import {
  claimListing,
  connectorOf,
  findConnection,
  findListingSyncSettings,
  intervalMinutesOf,
  type ListingRow,
  releaseListing,
  type SyncSettings,
} from '../connections/index.ts';
import { countShownReviews } from '../reviews/index.ts';
import { regularIntervalSeconds } from './backoff.ts';
import type { SyncDeps } from './deps.ts';
import { countAttempt, findOpenRun, finishRun, insertRun, type RunRow, restartRun } from './queries.ts';
import { leaseSeconds, type SyncRunContext, type Trigger } from './run-context.ts';

const dayMs = 86_400_000;
/** When the counts still differ after a full pass, the next full pass follows after a day. */
const mismatchRetryMs = dayMs;

/**
 * Returns null when another worker holds the lease, the listing is not due, its connection does not work, or the operator
 * pauses it.
 */
export async function beginRun(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  queuedTrigger: Trigger,
  signal: AbortSignal,
): Promise<SyncRunContext | null> {
  // Manual and notified syncs may run early. All others wait for the due time, which may come from a `Retry-After`.
  const onlyDue = queuedTrigger === 'first' || queuedTrigger === 'schedule';
  return inTenant(deps.db, accountId, async (trx) => {
    const found = await findListingSyncSettings(trx, accountId, listingId);
    // Nothing is written, so what is due and what was asked for waits for the end of the pause.
    if (found === null || found.isPausedByOperator) return null;
    const { settings } = found;
    const listing = await claimListing(trx, accountId, listingId, { leaseSeconds, onlyDue });
    if (listing === null) return null;
    // A person may have asked for a sync after this job was queued.
    const trigger = listing.sync_requested_at_fence === null ? queuedTrigger : 'manual';
    const connection = await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, connection?.connector ?? '');
    const open = await findOpenRun(trx, accountId, listingId);
    const isIncluded = (await deps.plans.readEntitlements(trx, accountId)).has('sync');
    if (connection?.status !== 'active' || connector === undefined || listing.paused || !isIncluded) {
      const reason = stopReason(listing, connection, isIncluded);
      if (open !== null) await closeOpenRun(trx, accountId, open, reason);
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: regularIntervalSeconds(
          intervalMinutesOf(listing, settings),
          connector?.capabilities.retentionDays ?? null,
        ),
        succeeded: false,
      });
      return null;
    }
    // A `Retry-After` of the platform holds for manual syncs too.
    const waitSeconds = open?.next_try_at == null ? 0 : (open.next_try_at.getTime() - Date.now()) / 1000;
    if (waitSeconds > 0 && open?.error_code === 'platform-busy') {
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: waitSeconds,
        succeeded: false,
      });
      return null;
    }
    const run = await resumeOrStartRun(trx, { accountId, listing, trigger, connector, settings }, open);
    return { accountId, listing, connector, trigger, run, signal };
  });
}

function stopReason(
  listing: Pick<ListingRow, 'paused'>,
  connection: { status: string; reason: string | null } | null,
  isIncluded: boolean,
): { errorCode: string | null; errorMessage: string } {
  if (listing.paused || connection?.status === 'disconnected')
    return { errorCode: null, errorMessage: 'The owner paused or disconnected it.' };
  if (!isIncluded) return { errorCode: 'plan-ended', errorMessage: 'The plan of the account has ended.' };
  return {
    errorCode: connection?.reason ?? 'not-configured',
    errorMessage: 'The connection no longer works.',
  };
}

/** Ends a run that nothing will resume, so that it is not shown as running. */
async function closeOpenRun(
  trx: Transaction<DB>,
  accountId: string,
  open: RunRow,
  reason: { errorCode: string | null; errorMessage: string },
): Promise<void> {
  const outcome = reason.errorCode === null ? 'partial' : 'failed';
  await finishRun(trx, accountId, open.id, { ...reason, outcome, nextTryInSeconds: null });
}

interface NewRun {
  accountId: string;
  listing: ListingRow;
  trigger: Trigger;
  connector: Connector;
  settings: SyncSettings;
}

async function resumeOrStartRun(trx: Transaction<DB>, start: NewRun, open: RunRow | null): Promise<RunRow> {
  if (open === null) return startRun(trx, start);
  const { accountId, listing } = start;
  const requested = listing.full_pass_requested_at;
  // The pages that the run read before the request do not prove what was deleted since.
  if (requested !== null && requested > open.started_at) {
    await closeOpenRun(trx, accountId, open, {
      errorCode: null,
      errorMessage: 'A full pass was asked for after it had begun.',
    });
    return startRun(trx, start);
  }
  return resumeRun(trx, accountId, open);
}

async function startRun(
  trx: Transaction<DB>,
  { accountId, listing, trigger, connector, settings }: NewRun,
): Promise<RunRow> {
  const storedCount = await countShownReviews(trx, accountId, listing.id);
  return insertRun(trx, accountId, {
    id: newId(),
    listingId: listing.id,
    trigger: listing.last_success_at === null ? 'first' : trigger,
    kind: chooseRunKind(listing, trigger, connector, storedCount, settings.fullPassDays),
  });
}

async function resumeRun(trx: Transaction<DB>, accountId: string, open: RunRow): Promise<RunRow> {
  // Without a cursor the run reads and counts the first page again.
  if (open.cursor === null) {
    await restartRun(trx, accountId, open.id);
    return countAttempt(trx, accountId, {
      ...open,
      newest_change_at: null,
      seen: 0,
      unchanged: 0,
      skipped: 0,
    });
  }
  return countAttempt(trx, accountId, open);
}

/**
 * Chooses how much a new run reads. A `newest` run becomes a full pass when the counts differ (`count-mismatch.ts`).
 * `storedCount` is the number of our reviews that count as shown by the platform.
 */
function chooseRunKind(
  listing: Pick<
    ListingRow,
    | 'watermark_at'
    | 'last_full_pass_at'
    | 'removals_accepted_at'
    | 'full_pass_requested_at'
    | 'platform_count'
    | 'pending_removals_count'
  >,
  trigger: Trigger,
  connector: Pick<Connector, 'capabilities'>,
  storedCount: number,
  fullPassDays: number,
): 'newest' | 'full' {
  const { watermark_at, last_full_pass_at, platform_count } = listing;
  if (watermark_at === null || last_full_pass_at === null) return 'full';
  if (listing.removals_accepted_at !== null || listing.full_pass_requested_at !== null) return 'full';
  if (connector.capabilities.fullSnapshot) return 'full';
  // Where edited reviews are not listed first, only a full pass finds the change that somebody expects to see.
  if (!connector.capabilities.editsFirst && (trigger === 'manual' || trigger === 'notification'))
    return 'full';
  const age = Date.now() - last_full_pass_at.getTime();
  if (age >= fullPassDays * dayMs) return 'full';
  const countsDiffer =
    listing.pending_removals_count !== null || (platform_count !== null && platform_count !== storedCount);
  return countsDiffer && age >= mismatchRetryMs ? 'full' : 'newest';
}
