/**
 * Hides first-party reviews from visitors, for a reason that embeds and public pages name, and shows them again. Nothing here
 * changes or deletes what the author wrote, and a hidden review counts in every figure.
 */
import {
  type AbuseReason,
  abuseReasons,
  type HiddenReason,
  type HideReason,
} from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { withoutLocationLimit } from '../../lib/caller-scope.ts';
import { audit } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { lockFirstPartyReview, setHidden } from './hiding-queries.ts';
import { getMarket, hideReasonsIn } from './market.ts';
import { getReview } from './replies.ts';

type Deps = Pick<ReviewsDeps, 'db' | 'connectors'>;

/** The reasons that the law of the account's market leaves, by all its locations whoever asks. */
export function listHideReasons({ db }: Pick<Deps, 'db'>, accountId: string): Promise<HideReason[]> {
  return withoutLocationLimit(() =>
    inTenant(db, accountId, async (trx) => hideReasonsIn(await getMarket(trx, accountId))),
  );
}

/**
 * @throws AppError `not-found`; `law-forbids` for a reason that the law of the market refuses; `conflict` for a review of a
 * platform, a withdrawn one, and one that is reported
 */
export async function hideReview(
  deps: Deps,
  user: SignedInUser,
  id: string,
  reason: HideReason,
): Promise<OwnReview> {
  const allowed = await listHideReasons(deps, user.accountId);
  if (!allowed.includes(reason)) throw new AppError('law-forbids');
  return change(deps, user, id, {
    reason,
    accepts: (now) => !isReport(now),
    entry: { action: 'review.hidden', details: { reason } },
  });
}

/** @throws AppError `not-found`; `conflict` for one that is not hidden, or reported */
export function showReview(deps: Deps, user: SignedInUser, id: string): Promise<OwnReview> {
  return change(deps, user, id, {
    reason: null,
    accepts: (now) => !isReport(now),
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
    accepts: () => true,
    entry: { action: 'review.reported', details: { reason } },
  });
}

/** @throws AppError `not-found`; `conflict` for one that is hidden for another reason */
export function takeBackReport(deps: Deps, user: SignedInUser, id: string): Promise<OwnReview> {
  return change(deps, user, id, {
    reason: null,
    accepts: (now) => now === null || isReport(now),
    entry: { action: 'review.report-taken-back' },
  });
}

interface Change {
  /** Null: shown. */
  reason: HiddenReason | null;
  /** Whether the step may follow on the reason that the review is hidden for now; null while it is shown. */
  accepts: (now: string | null) => boolean;
  entry:
    | { action: 'review.hidden'; details: { reason: HideReason } }
    | { action: 'review.reported'; details: { reason: AbuseReason } }
    | { action: 'review.shown' | 'review.report-taken-back' };
}

/** Safe to repeat: the same again changes nothing. */
function change(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
  { reason, accepts, entry }: Change,
): Promise<OwnReview> {
  return inTenant(db, accountId, async (trx) => {
    const row = await lockFirstPartyReview(trx, accountId, id);
    if (row === null) {
      await getReview({ connectors }, trx, accountId, id);
      throw new AppError('conflict');
    }
    if (row.removed_at !== null || !accepts(row.hidden_reason)) throw new AppError('conflict');
    if (row.hidden_reason !== reason) {
      if (!(await setHidden(trx, accountId, id, { reason, by: userId }))) throw notFound();
      await audit(trx, { accountId, userId, target: id, ...entry });
    }
    return getReview({ connectors }, trx, accountId, id);
  });
}

function isReport(reason: string | null): boolean {
  return abuseReasons.some((one) => one === reason);
}
