/**
 * The end of a full pass: finds stored reviews that the platform no longer shows. A review is removed only when no page
 * of the pass contained it and a look-up of this one review says that it does not exist. On platforms without such a
 * look-up, two passes a day apart must have left it out. When too many reviews are missing at once, none is removed until
 * the owner confirms or the platform shows them again, because an outage of the platform must not empty a widget.
 */
import { sql, type Transaction } from 'kysely';
import {
  type Connector,
  ConnectorFailure,
  type PlatformReview,
  type ReviewLookup,
  type Tokens,
} from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ListingRow } from '../connections/index.ts';
import {
  type AbsentReview,
  deleteReviews,
  markMissing,
  markPresent,
  markRemoved,
  upsertReviews,
} from '../reviews/index.ts';

/** When more than this share of the stored reviews, and more than this number, is missing, the removals wait for the owner. */
const maxRemovedShare = 0.02;
const maxRemovedCount = 5;
/** Minimum time between two passes that leave a review out, before it counts as removed. */
const minMissingMs = 20 * 3_600_000;

export interface FullPassResult {
  /** Ids of reviews that certainly no longer exist. */
  gone: string[];
  /** Ids of reviews that the pass left out, without proof. */
  missing: string[];
  /** Ids that the newest answer no longer contains, on platforms where only the newest answer may be stored. */
  replaced: string[];
  /** Ids that a look-up found. */
  present: string[];
  /** Reviews as look-ups returned them, to be stored like those of a page. */
  lookedUp: PlatformReview[];
  /** The number of missing reviews when it is too high to remove any; null otherwise. */
  pendingRemovals: number | null;
  /** The platform's count is higher than its list, so some removals wait for the next pass. */
  countsDiffer: boolean;
}

/**
 * Stored reviews of the listing that no page of this run contained. With `not in` the planner compares each review with each id when
 * it expects too many of them for a hash table.
 */
export async function listAbsentReviews(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  runId: string,
): Promise<AbsentReview[]> {
  const { rows } = await sql<AbsentReview>`
    select r.id, r.external_id, r.resource_name, r.missing_at
      from reviews r
     where r.account_id = ${accountId}::uuid and r.listing_id = ${listingId}::uuid and r.removed_at is null
       and not exists (
         select from sync_run_pages p cross join unnest(p.review_ids) as seen (id)
          where p.account_id = ${accountId}::uuid and p.run_id = ${runId}::uuid and seen.id = r.id)
     order by r.id`.execute(trx);
  return rows;
}

/** Whether too many reviews are missing to remove them without the owner's confirmation. */
export function exceedsRemovalLimit(absentCount: number, storedCount: number, accepted: boolean): boolean {
  if (accepted || absentCount === 0) return false;
  return absentCount > Math.max(maxRemovedCount, storedCount * maxRemovedShare);
}

interface AbsenceCheck {
  connector: Connector;
  listing: ListingRow;
  absent: readonly AbsentReview[];
  /** Our reviews that count as shown, including the absent ones. */
  storedCount: number;
  /** The platform's own count at the end of the pass; null when it sent none. */
  platformCount: number | null;
  /** Number of items of the pass that did not match the schema. */
  skipped: number;
  now: Date;
  /** Makes one call within the rate limit and with valid tokens. */
  callPlatform: <T>(call: (tokens: Tokens) => Promise<T>) => Promise<T>;
  /** Waits where the platform's usage headers ask for it. */
  pauseForUsageLimit: (seconds: number) => Promise<void>;
  signal: AbortSignal;
}

/** Makes at most one look-up per absent review, and none when too many are missing. */
export async function checkAbsentReviews(check: AbsenceCheck): Promise<FullPassResult> {
  const { absent, storedCount, platformCount, listing } = check;
  const result: FullPassResult = {
    gone: [],
    missing: [],
    replaced: [],
    present: [],
    lookedUp: [],
    pendingRemovals: null,
    countsDiffer: false,
  };
  // Only the newest answer may be stored, so an absent review is deleted without a look-up.
  if (check.connector.capabilities.fullSnapshot) return { ...result, replaced: absent.map(({ id }) => id) };
  if (exceedsRemovalLimit(absent.length, storedCount, listing.removals_accepted_at !== null))
    return { ...result, missing: absent.map(({ id }) => id), pendingRemovals: absent.length };
  for (const review of absent) await checkAbsentReview(check, review, result);
  // When the platform counts more than would remain, its list may be outdated: first-time removals wait for a second pass.
  const remaining = storedCount - result.gone.length;
  if (result.gone.length > 0 && platformCount !== null && platformCount > remaining) {
    const missingBefore = new Set(
      absent.filter((review) => wasMissingBefore(review, check.now)).map(({ id }) => id),
    );
    result.missing.push(...result.gone.filter((id) => !missingBefore.has(id)));
    result.gone = result.gone.filter((id) => missingBefore.has(id));
    result.countsDiffer = true;
  }
  return result;
}

async function checkAbsentReview(
  { connector, listing, callPlatform, pauseForUsageLimit, now, signal, skipped }: AbsenceCheck,
  review: AbsentReview,
  result: FullPassResult,
): Promise<void> {
  const listingRef = { externalId: listing.external_id, resourceName: listing.resource_name };
  const reviewRef = { externalId: review.external_id, resourceName: review.resource_name };
  const answer = await callPlatform((tokens) =>
    connector.lookUp(tokens, listingRef, reviewRef, { signal }),
  ).catch(unknownIfUnreadable);
  await pauseForUsageLimit(answer.easeOffSeconds ?? 0);
  if (answer.found === 'there') {
    result.present.push(review.id);
    // A partial answer must not overwrite fields that it does not contain.
    if (answer.partial !== true) result.lookedUp.push(answer.review);
  } else if (answer.found === 'gone') result.gone.push(review.id);
  // An item that did not match the schema may have been this review.
  else if (wasMissingBefore(review, now) && skipped === 0) result.gone.push(review.id);
  else result.missing.push(review.id);
}

/** One unreadable review must not stop the pass, and it does not prove that the review is gone. */
function unknownIfUnreadable(error: unknown): ReviewLookup {
  if (error instanceof ConnectorFailure && (error.kind === 'unexpected-answer' || error.kind === 'rejected'))
    return { found: 'unknown' };
  throw error;
}

function wasMissingBefore(review: AbsentReview, now: Date): boolean {
  return review.missing_at !== null && now.getTime() - review.missing_at.getTime() >= minMissingMs;
}

/** Returns how many reviews were removed, and how many the look-ups changed. */
export async function saveFullPassResult(
  trx: Transaction<DB>,
  accountId: string,
  listing: ListingRow,
  result: FullPassResult,
): Promise<{ removed: number; changed: number }> {
  const target = { listingId: listing.id, locationId: listing.location_id, source: listing.platform };
  const stored = await upsertReviews(trx, accountId, target, result.lookedUp);
  await markPresent(trx, accountId, result.present);
  await markMissing(trx, accountId, result.missing, listing.last_full_pass_at);
  await deleteReviews(trx, accountId, result.replaced);
  const removed = (await markRemoved(trx, accountId, result.gone)) + result.replaced.length;
  return { removed, changed: stored.changed + stored.added };
}
