/** The member who looks after a review. */
import { type Assignee, assigneeSchema } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { type AccountUser, audit, listAccountUsers, picturePath, seesOneOf } from '../identity/index.ts';
import type { ReviewsDeps } from './deps.ts';
import { reviewAssigned } from './events.ts';
import { clearAssignee, lockMarks, type MarkedReview, updateAssignee } from './mark-queries.ts';
import { getReview } from './replies.ts';

type Deps = Pick<ReviewsDeps, 'db' | 'connectors'>;

/** Reviews per statement when somebody has left. */
const batchSize = 500;

/**
 * Who may look after reviews of the location; without one, of any location that the caller sees.
 * @throws AppError `not-found` for a location that the caller does not see
 */
export function listAssignees(
  { db }: Pick<Deps, 'db'>,
  { accountId, userId }: SignedInUser,
  locationId?: string,
): Promise<Assignee[]> {
  return inTenant(db, accountId, async (trx) => {
    if (locationId !== undefined && !(await isLocation(trx, accountId, locationId))) throw notFound();
    const concerned = locationId === undefined ? currentLocationLimit(accountId) : [locationId];
    const users = await listAccountUsers(trx, accountId);
    return users
      .filter((user) => mayLookAfter(user, concerned))
      .map((user) =>
        assigneeSchema.parse({
          userId: user.userId,
          name: user.displayName || user.email,
          picture: picturePath(user.picture),
          you: user.userId === userId,
        }),
      );
  });
}

async function isLocation(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param concerned locations of the reviews; null for all */
function mayLookAfter(user: AccountUser, concerned: readonly string[] | null): boolean {
  if (!mayReply(user)) return false;
  if (concerned !== null) return seesOneOf(user, concerned);
  return user.locationIds === null || user.locationIds.length > 0;
}

/** Whoever looks after a review replies to it. */
function mayReply(user: AccountUser): boolean {
  return mayTake(user, 'reviews.reply');
}

/** @throws AppError `not-found`; `invalid-input` for somebody who may not see the review or not reply */
export function assignReview(
  { db, connectors }: Deps,
  { accountId, userId }: SignedInUser,
  id: string,
  assigneeId: string | null,
): Promise<OwnReview> {
  return inTenant(db, accountId, async (trx) => {
    const [review] = await lockMarks(trx, accountId, [id]);
    if (review === undefined) throw notFound();
    const assignee = assigneeId === null ? null : await findAssignee(trx, accountId, assigneeId);
    const outcome = await assignMany(trx, { accountId, userId }, [review], assignee);
    if (outcome.skipped > 0 || (assigneeId !== null && assignee === null))
      throw new AppError('invalid-input', undefined, {
        fields: [{ path: 'assigneeId', message: 'Not a member who may reply to this review.' }],
      });
    if (outcome.changed > 0)
      await audit(trx, {
        accountId,
        userId,
        action: 'review.assigned',
        target: id,
        details: { assigned: assigneeId !== null },
      });
    return getReview({ connectors }, trx, accountId, id);
  });
}

/** A member who may look after reviews; null for anybody else. */
export async function findAssignee(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<AccountUser | null> {
  const users = await listAccountUsers(trx, accountId);
  const user = users.find((one) => one.userId === userId);
  return user !== undefined && mayReply(user) ? user : null;
}

/** Assigns reviews that are locked, by the user; those that the assignee may not see are skipped. */
export async function assignMany(
  trx: Transaction<DB>,
  { accountId, userId }: Pick<SignedInUser, 'accountId' | 'userId'>,
  reviews: readonly MarkedReview[],
  assignee: AccountUser | null,
): Promise<{ changed: number; skipped: number }> {
  const visible = reviews.filter(({ locationId }) => assignee === null || seesOneOf(assignee, [locationId]));
  const assigneeId = assignee?.userId ?? null;
  const changed = visible.filter((review) => review.assigneeId !== assigneeId);
  const ids = changed.map(({ id }) => id);
  await updateAssignee(trx, accountId, ids, assigneeId);
  if (assigneeId !== null)
    await recordEvents(
      trx,
      accountId,
      changed.map(({ id, locationId }) =>
        event(reviewAssigned, { subjectId: id, locationId }, { to: assigneeId, by: userId }),
      ),
    );
  return { changed: changed.length, skipped: reviews.length - visible.length };
}

/** After a change of members: nobody looks after reviews that they do not see or may not reply to any more. Safe to repeat. */
export async function releaseReviews(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    after = await inTenant(db, accountId, async (trx) => {
      const user = await findAssignee(trx, accountId, userId);
      if (user !== null && user.locationIds === null) return null;
      return clearAssignee(trx, accountId, userId, {
        hiddenFrom: user?.locationIds ?? null,
        after,
        limit: batchSize,
      });
    });
  } while (after !== null);
}
