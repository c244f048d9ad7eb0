/** People tag reviews. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import {
  changeByPerson,
  getReview,
  isSameTags,
  lockMarks,
  type MarkedReview,
  updateTagSets,
} from '../reviews/index.ts';
import type { TagsDeps } from './deps.ts';
import { keepTags } from './queries.ts';

/** @throws AppError `not-found` for a review or tag; `limit-reached` */
export function tagReview(
  { db, connectors }: TagsDeps,
  accountId: string,
  { id, add, remove }: { id: string; add: readonly string[]; remove: readonly string[] },
): Promise<OwnReview> {
  return inTenant(db, accountId, async (trx) => {
    const known = await keepTags(trx, accountId, add);
    if (add.some((tagId) => !known.has(tagId))) throw notFound();
    const reviews = await lockMarks(trx, accountId, [id]);
    if (reviews.length === 0) throw notFound();
    const { tooMany } = await tagMany(trx, accountId, reviews, { add, remove });
    if (tooMany > 0) throw new AppError('limit-reached');
    return getReview({ connectors }, trx, accountId, id);
  });
}

/** Changes the tags of reviews that are locked; the caller holds the added tags with `keepTags`. */
export async function tagMany(
  trx: Transaction<DB>,
  accountId: string,
  reviews: readonly MarkedReview[],
  change: { add?: readonly string[]; remove?: readonly string[] },
): Promise<{ changed: number; tooMany: number }> {
  let tooMany = 0;
  const changes = reviews.flatMap((review) => {
    const sets = changeByPerson(review, change);
    if (sets === null) tooMany += 1;
    return sets === null || isSameTags(sets, review) ? [] : [{ id: review.id, ...sets }];
  });
  await updateTagSets(trx, accountId, changes);
  return { changed: changes.length, tooMany };
}
