/** Pins: embeds that are sorted that way show pinned reviews first. */
import type { OwnReview } from '@kindling/contract/reviews';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { lockMarks, updatePin } from './mark-queries.ts';
import { getReview } from './replies.ts';

type Deps = Pick<ReviewsDeps, 'db' | 'connectors'>;

/** Pins a review, or changes the reason of its pin. @throws AppError `not-found`; `conflict` for a removed one */
export function pinReview(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
  reason: string | null,
): Promise<OwnReview> {
  const stored = reason === null ? null : toStorableText(reason).trim() || null;
  return inTenant(db, accountId, async (trx) => {
    const [review] = await lockMarks(trx, accountId, [id]);
    if (review === undefined) throw notFound();
    if (review.isRemoved) throw new AppError('conflict');
    if (!review.isPinned || review.pinReason !== stored)
      await updatePin(trx, accountId, id, { reason: stored, by: userId });
    if (!review.isPinned) await audit(trx, { accountId, userId, action: 'review.pinned', target: id });
    return getReview({ connectors }, trx, accountId, id);
  });
}

/** @throws AppError `not-found` */
export function unpinReview(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<OwnReview> {
  return inTenant(db, accountId, async (trx) => {
    const [review] = await lockMarks(trx, accountId, [id]);
    if (review === undefined) throw notFound();
    if (review.isPinned) {
      await updatePin(trx, accountId, id, null);
      await audit(trx, { accountId, userId, action: 'review.unpinned', target: id });
    }
    return getReview({ connectors }, trx, accountId, id);
  });
}
