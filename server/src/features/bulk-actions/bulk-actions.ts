/** Asking for an action on many reviews, its progress, and stopping it. `run-bulk-action.ts` does the work. */
import {
  type BulkAction,
  type BulkProgress,
  bulkFailures,
  bulkSkips,
  maxOpenBulkActions,
  type ReviewSelection,
  recentBulkMinutes,
} from '@kindling/contract/bulk-actions';
import { mayTake, mayTakeWhileActing } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { type Actor, currentCallerScope } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { lockAccount } from '../identity/index.ts';
import { assertValidDays, findAssignee } from '../reviews/index.ts';
import { keepTags } from '../tags/index.ts';
import type { BulkActionsDeps } from './deps.ts';
import {
  addParts,
  type BulkRow,
  countExisting,
  countOpen,
  endBulkAction,
  findBulkAction,
  insertBulkAction,
  listRecent,
} from './queries.ts';
import { rightOf } from './rights.ts';
import { enqueueBulkAction, partSize } from './run-bulk-action.ts';

/** More than a person begins within the minutes of the list; a script may. */
const listedActions = 50;

/**
 * @throws AppError `role-forbids`; `not-found` for a tag or review that does not exist; `invalid-input` for an assignee who is no member;
 *   `limit-reached` while too many actions of the account run
 */
export async function startBulkAction(
  deps: BulkActionsDeps,
  user: SignedInUser,
  { selection, action }: { selection: ReviewSelection; action: BulkAction },
): Promise<BulkProgress> {
  const { accountId, userId } = user;
  const actor: Actor = currentCallerScope()?.actor ?? { kind: 'person', userId };
  const isActing = actor.kind === 'acting-admin';
  if (!(isActing ? mayTakeWhileActing : mayTake)(user, rightOf[action.kind]))
    throw new AppError('role-forbids');
  if ('filter' in selection) assertValidDays(selection.filter);
  const id = newId();
  const progress = await inTenant(deps.db, accountId, async (trx) => {
    // Two at once must not both be the last one.
    await lockAccount(trx, accountId);
    await requireObjects(trx, accountId, selection, action);
    if ((await countOpen(trx, accountId)) >= maxOpenBulkActions) throw new AppError('limit-reached');
    const filter = 'filter' in selection ? selection.filter : null;
    await insertBulkAction(trx, accountId, { id, action, filter, user_id: userId, actor });
    if ('ids' in selection)
      await addParts(trx, accountId, id, [...new Set(selection.ids)].sort(), { first: 0, size: partSize });
    return readProgress(trx, user, id);
  });
  await enqueueBulkAction(deps, accountId, id);
  return progress;
}

async function requireObjects(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
  action: BulkAction,
): Promise<void> {
  const tagIds = [
    ...('tagId' in action ? [action.tagId] : []),
    ...('filter' in selection && selection.filter.tagId !== undefined ? [selection.filter.tagId] : []),
  ];
  if ((await keepTags(trx, accountId, tagIds)).size < new Set(tagIds).size) throw notFound();
  if ('ids' in selection) {
    const ids = new Set(selection.ids);
    if ((await countExisting(trx, accountId, [...ids])) < ids.size) throw notFound();
  }
  if (action.kind !== 'assign' || action.assigneeId === null) return;
  if ((await findAssignee(trx, accountId, action.assigneeId)) === null)
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'action.assigneeId', message: 'Not a member who may see reviews.' }],
    });
}

/** The caller's own, the newest first: what runs, and what ended a moment ago. */
export async function listBulkActions(
  { db }: Pick<BulkActionsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
): Promise<BulkProgress[]> {
  const rows = await inTenant(db, accountId, (trx) =>
    listRecent(trx, accountId, userId, { minutes: recentBulkMinutes, limit: listedActions }),
  );
  return rows.map(present);
}

/** @throws AppError `not-found`, also for one of somebody else */
export function getBulkAction(
  { db }: Pick<BulkActionsDeps, 'db'>,
  user: SignedInUser,
  id: string,
): Promise<BulkProgress> {
  return inTenant(db, user.accountId, (trx) => readProgress(trx, user, id));
}

/** One that has ended stays as it is. @throws AppError `not-found` */
export function cancelBulkAction(
  { db }: Pick<BulkActionsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  return inTenant(db, accountId, async (trx) => {
    const row = await findBulkAction(trx, accountId, id, { userId, lock: true });
    if (row === null) throw notFound();
    if (row.ended_at === null) await endBulkAction(trx, accountId, id, { state: 'canceled' });
  });
}

async function readProgress(
  trx: Transaction<DB>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<BulkProgress> {
  const row = await findBulkAction(trx, accountId, id, { userId });
  if (row === null) throw notFound();
  return present(row);
}

function present(row: BulkRow): BulkProgress {
  return {
    id: row.id,
    action: row.action,
    state: row.state,
    failure: bulkFailures.find((one) => one === row.failure) ?? null,
    total: row.total,
    done: row.done,
    changed: row.changed,
    skipped: bulkSkips.flatMap((reason) => {
      const count = row.skipped[reason] ?? 0;
      return count === 0 ? [] : [{ reason, count }];
    }),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
