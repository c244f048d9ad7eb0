/**
 * Hides reviews from visitors, for a reason that embeds and public pages name, and shows them again. Nothing here changes or
 * deletes what the author wrote, and a hidden review counts in every figure. What is said of abuse is a report for a
 * first-party review, with a right of its own; those of platforms are reported at the platform.
 */
import {
  type AbuseReason,
  abuseReasons,
  type HiddenReason,
  type HideReason,
  isAbuseReason,
} from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { withoutLocationLimit } from '../../lib/caller-scope.ts';
import { type ActionWithDetails, audit } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { lockMarks, type MarkedReview, updateHidden } from './mark-queries.ts';
import { getMarket, hideReasonsIn, mayHideByRating } from './market.ts';
import { getReview } from './replies.ts';

type Deps = Pick<ReviewsDeps, 'db' | 'connectors'>;

/** What the law of the account's market leaves for first-party reviews. */
export interface HidingRules {
  reasons: HideReason[];
  /** Several at once: a selection can stand for a rating, so a market that forbids the one forbids the other. */
  inBulk: boolean;
}

/** By all locations of the account, whoever asks. */
export function readHidingRules({ db }: Pick<Deps, 'db'>, accountId: string): Promise<HidingRules> {
  return withoutLocationLimit(() =>
    inTenant(db, accountId, async (trx) => {
      const market = await getMarket(trx, accountId);
      return { reasons: hideReasonsIn(market), inBulk: mayHideByRating(market) };
    }),
  );
}

/**
 * @throws AppError `not-found`; `law-forbids` for a reason that the law of the market refuses; `conflict` for a removed review,
 * one that is reported, and a reason of abuse for a first-party review
 */
export async function hideReview(
  deps: Deps,
  user: SignedInUser,
  id: string,
  reason: HiddenReason,
): Promise<OwnReview> {
  const { reasons } = await readHidingRules(deps, user.accountId);
  return change(deps, user, id, {
    reason,
    accepts(review) {
      if (!isFirstParty(review)) return true;
      if (isAbuseReason(reason) || isReported(review)) return false;
      if (!reasons.includes(reason)) throw new AppError('law-forbids');
      return true;
    },
    entry: { action: 'review.hidden', details: { reason } },
  });
}

/** @throws AppError `not-found`; `conflict` for one that is removed, or reported */
export function showReview(deps: Deps, user: SignedInUser, id: string): Promise<OwnReview> {
  return change(deps, user, id, {
    reason: null,
    accepts: (review) => !isReported(review),
    entry: { action: 'review.shown' },
  });
}

/** @throws AppError `not-found`; `conflict` for a review of a platform, and a withdrawn one */
export function reportAbuse(
  deps: Deps,
  user: SignedInUser,
  id: string,
  reason: AbuseReason,
): Promise<OwnReview> {
  return change(deps, user, id, {
    reason,
    accepts: isFirstParty,
    entry: { action: 'review.reported', details: { reason } },
  });
}

/** @throws AppError `not-found`; `conflict` for one that is hidden for another reason, or of a platform */
export function takeBackReport(deps: Deps, user: SignedInUser, id: string): Promise<OwnReview> {
  return change(deps, user, id, {
    reason: null,
    accepts: (review) => isFirstParty(review) && (!review.isHidden || isReported(review)),
    entry: { action: 'review.report-taken-back' },
  });
}

/** Why one of several reviews stays as it is; see `bulkSkips` of the contract. */
export type HidingSkip = 'law' | 'report' | 'gone' | 'reported';

/** Hides many reviews that are locked. @returns how many are hidden now that were not, or for another reason */
export async function hideMany(
  trx: Transaction<DB>,
  { accountId, userId }: Pick<SignedInUser, 'accountId' | 'userId'>,
  reviews: readonly MarkedReview[],
  { reason, rules }: { reason: HiddenReason; rules: HidingRules },
): Promise<{ changed: number; skipped: HidingSkip[] }> {
  const skipped: HidingSkip[] = [];
  const ids = reviews.flatMap((review) => {
    const skip = review.isRemoved
      ? 'gone'
      : isFirstParty(review)
        ? skipOfFirstParty(review, reason, rules)
        : null;
    if (skip !== null) skipped.push(skip);
    return skip !== null || review.hiddenReason === reason ? [] : [review.id];
  });
  await updateHidden(trx, accountId, ids, { reason, by: userId });
  return { changed: ids.length, skipped };
}

/** As `hideReview` refuses it; abuse in a first-party review is reported, by those who may. */
function skipOfFirstParty(review: MarkedReview, reason: HiddenReason, rules: HidingRules): HidingSkip | null {
  if (isReported(review)) return 'reported';
  if (isAbuseReason(reason)) return 'report';
  return rules.inBulk ? null : 'law';
}

/** Shows many reviews that are locked. */
export async function showMany(
  trx: Transaction<DB>,
  { accountId, userId }: Pick<SignedInUser, 'accountId' | 'userId'>,
  reviews: readonly MarkedReview[],
): Promise<{ changed: number; skipped: HidingSkip[] }> {
  const skipped: HidingSkip[] = [];
  const ids = reviews.flatMap((review) => {
    const skip = review.isRemoved ? 'gone' : isReported(review) ? 'reported' : null;
    if (skip !== null) skipped.push(skip);
    return skip !== null || !review.isHidden ? [] : [review.id];
  });
  await updateHidden(trx, accountId, ids, { reason: null, by: userId });
  return { changed: ids.length, skipped };
}

interface Change {
  /** Null: shown. */
  reason: HiddenReason | null;
  /** Whether the step may follow on what the review is now. */
  accepts: (now: MarkedReview) => boolean;
  entry: ActionWithDetails;
}

/** Safe to repeat: the same again changes nothing. */
function change(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
  { reason, accepts, entry }: Change,
): Promise<OwnReview> {
  return inTenant(db, accountId, async (trx) => {
    const [now] = await lockMarks(trx, accountId, [id]);
    if (now === undefined) {
      await getReview({ connectors }, trx, accountId, id);
      throw new AppError('conflict');
    }
    if (now.isRemoved || !accepts(now)) throw new AppError('conflict');
    if (now.isHidden !== (reason !== null) || now.hiddenReason !== reason) {
      await updateHidden(trx, accountId, [id], { reason, by: userId });
      await audit(trx, { accountId, userId, target: id, ...entry });
    }
    return getReview({ connectors }, trx, accountId, id);
  });
}

function isFirstParty({ source }: MarkedReview): boolean {
  return source === 'first-party';
}

function isReported(review: MarkedReview): boolean {
  return isFirstParty(review) && abuseReasons.some((one) => one === review.hiddenReason);
}
