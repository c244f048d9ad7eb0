/**
 * The end of a full pass: what of our reviews did the platform not show, and is it really gone? A review is taken
 * away only when a pass that read everything did not show it and the platform, asked for this one review, says that
 * it does not exist. Platforms without such a question must leave it out twice, a day apart. When too much is missing at
 * once, nothing is taken away until the owner agrees or the platform shows it again: an outage there must not empty
 * anybody's page.
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

/** More missing than this, in a share of what we hold and in number, is not believed at first. */
const maxRemovedShare = 0.02;
const maxRemovedCount = 5;
/** Two passes that leave a review out prove something only when they lie this far apart. */
const minMissingMs = 20 * 3_600_000;

export interface FullPassResult {
  /** Gone for certain. */
  gone: string[];
  /** Left out, without certainty. */
  missing: string[];
  /** No longer in an answer beside which nothing may be kept. */
  replaced: string[];
  /** Asked for and there. */
  there: string[];
  /** Answers of single look-ups, to be stored like a page's. */
  found: PlatformReview[];
  /** So many are missing at once that nothing is believed; null otherwise. */
  heldBack: number | null;
  /** The platform counts more reviews than it shows, so nothing was taken away this time. */
  countsDiffer: boolean;
}

/** Stored reviews of the listing that no page of this pass has shown. */
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
       and r.id not in (
         select unnest(p.review_ids) from pass_pages p
          where p.account_id = ${accountId}::uuid and p.run_id = ${runId}::uuid)
     order by r.id`.execute(trx);
  return rows;
}

/** What is believed of so many absent reviews among so many held. */
export function exceedsRemovalLimit(absent: number, held: number, accepted: boolean): boolean {
  if (accepted || absent === 0) return false;
  return absent > Math.max(maxRemovedCount, held * maxRemovedShare);
}

interface AbsenceCheck {
  connector: Connector;
  listing: ListingRow;
  absent: readonly AbsentReview[];
  /** Reviews that we hold and count as shown, the absent ones among them. */
  held: number;
  /** The platform's own count at the end of the pass; null where it gave none. */
  platformCount: number | null;
  /** Items of the pass whose shape we could not read. */
  setAside: number;
  now: Date;
  /** Makes one call when its turn has come, with tokens that work. */
  callPlatform: <T>(work: (tokens: Tokens) => Promise<T>) => Promise<T>;
  /** Leaves the platform alone where its usage headers ask for it. */
  easeOff: (seconds: number) => Promise<void>;
  signal: AbortSignal;
}

/** Judges what is absent. Makes at most one call per absent review, none when too much is missing. */
export async function checkAbsentReviews(question: AbsenceCheck): Promise<FullPassResult> {
  const { absent, held, platformCount: counted, listing } = question;
  const end: FullPassResult = {
    gone: [],
    missing: [],
    replaced: [],
    there: [],
    found: [],
    heldBack: null,
    countsDiffer: false,
  };
  // Nothing may be kept beside such an answer, so there is nothing to be certain of.
  if (question.connector.capabilities.fullSnapshot) return { ...end, replaced: absent.map(({ id }) => id) };
  if (exceedsRemovalLimit(absent.length, held, listing.removals_accepted_at !== null))
    return { ...end, missing: absent.map(({ id }) => id), heldBack: absent.length };
  for (const review of absent) await checkAbsentReview(question, review, end);
  // Where the platform counts more than it would show, its list may be behind: what is gone waits for the next pass.
  const left = held - end.gone.length;
  if (end.gone.length > 0 && counted !== null && counted > left) {
    const known = new Set(
      absent.filter((review) => wasMissingBefore(review, question.now)).map(({ id }) => id),
    );
    end.missing.push(...end.gone.filter((id) => !known.has(id)));
    end.gone = end.gone.filter((id) => known.has(id));
    end.countsDiffer = true;
  }
  return end;
}

async function checkAbsentReview(
  { connector, listing, callPlatform: ask, easeOff, now, signal, setAside }: AbsenceCheck,
  review: AbsentReview,
  end: FullPassResult,
): Promise<void> {
  const place = { externalId: listing.external_id, resourceName: listing.resource_name };
  const address = { externalId: review.external_id, resourceName: review.resource_name };
  const answer = await ask((tokens) => connector.lookUp(tokens, place, address, { signal })).catch(
    unknownIfUnreadable,
  );
  await easeOff(answer.easeOffSeconds ?? 0);
  if (answer.found === 'there') {
    end.there.push(review.id);
    // What the answer leaves out must not replace what we know.
    if (answer.partial !== true) end.found.push(answer.review);
  } else if (answer.found === 'gone') end.gone.push(review.id);
  // An item of the pass that could not be read may have been this one.
  else if (wasMissingBefore(review, now) && setAside === 0) end.gone.push(review.id);
  else end.missing.push(review.id);
}

/** One review that cannot be read must not hold up the pass. It proves nothing either. */
function unknownIfUnreadable(error: unknown): ReviewLookup {
  if (error instanceof ConnectorFailure && (error.kind === 'broken' || error.kind === 'rejected'))
    return { found: 'unknown' };
  throw error;
}

function wasMissingBefore(review: AbsentReview, now: Date): boolean {
  return review.missing_at !== null && now.getTime() - review.missing_at.getTime() >= minMissingMs;
}

/** Writes the judgement down; returns how many were taken away and what the look-ups changed. */
export async function saveFullPassResult(
  trx: Transaction<DB>,
  accountId: string,
  listing: ListingRow,
  end: FullPassResult,
): Promise<{ removed: number; changed: number }> {
  const place = { listingId: listing.id, locationId: listing.location_id, source: listing.platform };
  const stored = await upsertReviews(trx, accountId, place, end.found);
  await markPresent(trx, accountId, end.there);
  await markMissing(trx, accountId, end.missing, listing.last_full_pass_at);
  await deleteReviews(trx, accountId, end.replaced);
  const removed = (await markRemoved(trx, accountId, end.gone)) + end.replaced.length;
  return { removed, changed: stored.changed + stored.added };
}
