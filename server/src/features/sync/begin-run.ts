/** Taking a listing in hand: the lease, the run that is open or a new one, and how much it will read. */
import { fullPassDays } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import {
  claimListing,
  connectorOf,
  findConnection,
  type ListingRow,
  releaseListing,
} from '../connections/index.ts';
import { countShownReviews } from '../reviews/index.ts';
import { regularIntervalSeconds } from './backoff.ts';
import type { SyncDeps } from './deps.ts';
import { countAttempt, findOpenRun, finishRun, insertRun, type RunRow, restartRun } from './queries.ts';
import { leaseSeconds, type SyncRunContext, type Trigger } from './run-context.ts';

const fullPassIntervalMs = fullPassDays * 86_400_000;
/** What a full pass could not settle is looked at again by another one after a day. */
const mismatchRetryMs = 86_400_000;

/** Null when somebody else holds the listing, it is not yet its time, or its connection does not work. */
export async function beginRun(
  deps: SyncDeps,
  accountId: string,
  listingId: string,
  queuedTrigger: Trigger,
  signal: AbortSignal,
): Promise<SyncRunContext | null> {
  // What a person or a notification asks for may come early; everything else waits for its time, which may be the
  // one that the platform named.
  const onlyDue = queuedTrigger === 'first' || queuedTrigger === 'schedule';
  return inTenant(deps.db, accountId, async (trx) => {
    const listing = await claimListing(trx, accountId, listingId, { leaseSeconds, onlyDue });
    if (listing === null) return null;
    // The job may have waited since before the person asked.
    const trigger = listing.sync_requested_at_fence === null ? queuedTrigger : 'manual';
    const connection = await findConnection(trx, accountId, listing.connection_id);
    const connector = connectorOf(deps.connectors, connection?.connector ?? '');
    const open = await findOpenRun(trx, accountId, listingId);
    if (connection?.status !== 'active' || connector === undefined || listing.paused) {
      const stoppedByOwner = listing.paused || connection?.status === 'disconnected';
      if (open !== null)
        await closeOpenRun(
          trx,
          accountId,
          open,
          stoppedByOwner
            ? { errorCode: null, errorMessage: 'The owner paused or disconnected it.' }
            : {
                errorCode: connection?.reason ?? 'not-configured',
                errorMessage: 'The connection no longer works.',
              },
        );
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: regularIntervalSeconds(
          listing.sync_interval_minutes,
          connector?.capabilities.retentionDays ?? null,
        ),
        succeeded: false,
      });
      return null;
    }
    // The platform named a time for this listing; nobody's wish goes before it.
    const waitSeconds = open?.next_try_at == null ? 0 : (open.next_try_at.getTime() - Date.now()) / 1000;
    if (waitSeconds > 0 && open?.error_code === 'platform-busy') {
      await releaseListing(trx, accountId, listingId, listing.fence, {
        nextSyncInSeconds: waitSeconds,
        succeeded: false,
      });
      return null;
    }
    const run = await resumeRun(trx, accountId, listing, open, trigger, connector);
    return { accountId, listing, connector, trigger, run, signal };
  });
}

/** Nothing will go on with it, so it must not stand there as running. */
async function closeOpenRun(
  trx: Transaction<DB>,
  accountId: string,
  open: RunRow,
  reason: { errorCode: string | null; errorMessage: string },
): Promise<void> {
  const outcome = reason.errorCode === null ? 'partial' : 'failed';
  await finishRun(trx, accountId, open.id, { ...reason, outcome, nextTryInSeconds: null });
}

async function resumeRun(
  trx: Transaction<DB>,
  accountId: string,
  listing: ListingRow,
  open: RunRow | null,
  trigger: Trigger,
  connector: Connector,
): Promise<RunRow> {
  const requested = listing.full_pass_requested_at;
  // What it has read so far was read before the request, so it proves nothing about what is gone since.
  const outdated = open !== null && requested !== null && requested > open.started_at;
  if (outdated)
    await closeOpenRun(trx, accountId, open, {
      errorCode: null,
      errorMessage: 'A full pass was asked for after it had begun.',
    });
  if (open === null || outdated) {
    const held = await countShownReviews(trx, accountId, listing.id);
    return insertRun(trx, accountId, {
      id: newId(),
      listingId: listing.id,
      trigger: listing.last_success_at === null ? 'first' : trigger,
      kind: chooseRunKind(listing, trigger, connector, held, new Date()),
    });
  }
  // Without a place to go on it is read from the head again, and so counted again.
  if (open.cursor === null) {
    await restartRun(trx, accountId, open.id);
    return countAttempt(trx, accountId, { ...open, head_at: null, seen: 0, unchanged: 0, set_aside: 0 });
  }
  return countAttempt(trx, accountId, open);
}

/**
 * How much a run sets out to read; where the counts disagree it may read on (`counts.ts`). `held` is the number of
 * reviews that we hold and count as shown.
 */
function chooseRunKind(
  listing: Pick<
    ListingRow,
    | 'watermark_at'
    | 'last_full_pass_at'
    | 'removals_accepted_at'
    | 'full_pass_requested_at'
    | 'platform_count'
    | 'held_back_count'
  >,
  trigger: Trigger,
  connector: Pick<Connector, 'capabilities'>,
  held: number,
  now: Date,
): 'newest' | 'full' {
  const { watermark_at, last_full_pass_at, platform_count } = listing;
  if (watermark_at === null || last_full_pass_at === null) return 'full';
  if (listing.removals_accepted_at !== null || listing.full_pass_requested_at !== null) return 'full';
  if (connector.capabilities.fullSnapshot) return 'full';
  // Where edits do not come first, only a whole reading finds what somebody wants to see now.
  if (!connector.capabilities.editsFirst && (trigger === 'manual' || trigger === 'notification'))
    return 'full';
  const age = now.getTime() - last_full_pass_at.getTime();
  if (age >= fullPassIntervalMs) return 'full';
  const countsDiffer =
    listing.held_back_count !== null || (platform_count !== null && platform_count !== held);
  return countsDiffer && age >= mismatchRetryMs ? 'full' : 'newest';
}
