/** Reading and working private messages. */
import {
  type Feedback,
  type FeedbackRow,
  type FeedbackState,
  feedbackPageSize,
} from '@kindling/contract/feedback';
import { mayTake } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { event } from '../../events/domain-event.ts';
import { recordEvents } from '../../events/record.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { audit, listAccountUsers, seesOneOf } from '../identity/index.ts';
import { cancelMails } from '../mail/index.ts';
import { eraseMessage } from '../submissions/index.ts';
import { type FeedbackDeps, nowOf } from './deps.ts';
import { feedbackChanged, feedbackErased } from './events.ts';
import { presentFeedback, presentItem } from './present.ts';
import {
  countFeedback,
  deleteFeedback,
  findFeedbackRow,
  type LockedFeedback,
  listEntryRows,
  listFeedbackRows,
  listMailIds,
  lockFeedback,
  updateFeedback,
} from './queries.ts';

interface ListInput {
  state?: FeedbackState | undefined;
  assignedToMe?: boolean | undefined;
  cursor?: string | undefined;
}

/** One page of the list and the next cursor. @throws AppError `invalid-input` for a cursor that is none */
export function listFeedback(
  { db }: FeedbackDeps,
  { accountId, userId }: SignedInUser,
  { state, assignedToMe, cursor }: ListInput,
): Promise<{ items: FeedbackRow[]; nextCursor: string | null }> {
  return inTenant(db, accountId, async (trx) => {
    const rows = await listFeedbackRows(trx, accountId, {
      state: state ?? null,
      assigneeId: assignedToMe === true ? userId : null,
      after: cursor === undefined ? null : decodeCursor(cursor),
      // One more than a page shows whether there is a next one.
      limit: feedbackPageSize + 1,
    });
    const page = rows.slice(0, feedbackPageSize);
    const last = page.at(-1);
    const more = rows.length > page.length && last !== undefined;
    return {
      items: page.map(presentItem),
      nextCursor: more ? encodeCursor({ time: last.position, id: last.id }) : null,
    };
  });
}

export async function feedbackFigures({ db }: FeedbackDeps, { accountId, userId }: SignedInUser) {
  const counts = await inTenant(db, accountId, (trx) => countFeedback(trx, accountId, userId));
  return { new: counts.new, inProgress: counts.in_progress, resolved: counts.resolved, mine: counts.mine };
}

/** @throws AppError `not-found` */
export async function readFeedback(trx: Transaction<DB>, accountId: string, id: string): Promise<Feedback> {
  const row = await findFeedbackRow(trx, accountId, id);
  if (row === null) throw new AppError('not-found');
  const [entries, assignees] = [
    await listEntryRows(trx, accountId, id),
    await listAssignees(trx, accountId, row.location_id),
  ];
  return presentFeedback(row, entries, assignees);
}

/** Members who may work on messages of the location, the first one first. */
async function listAssignees(trx: Transaction<DB>, accountId: string, locationId: string) {
  const users = await listAccountUsers(trx, accountId);
  return users
    .filter((user) => mayTake(user, 'feedback.work') && seesOneOf(user, [locationId]))
    .map(({ userId, displayName, email }) => ({ userId, name: displayName || email }));
}

/** @throws AppError `not-found` */
export async function getLockedFeedback(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<LockedFeedback> {
  const row = await lockFeedback(trx, accountId, id);
  if (row === null) throw new AppError('not-found');
  return row;
}

/**
 * Changes the state and who takes care of it.
 * @throws AppError `not-found`; `invalid-input` for somebody who may not work on messages of the location
 */
export function changeFeedback(
  deps: FeedbackDeps,
  { accountId, userId }: SignedInUser,
  id: string,
  input: { state?: FeedbackState | undefined; assigneeId?: string | null | undefined },
): Promise<Feedback> {
  return inTenant(deps.db, accountId, async (trx) => {
    const before = await getLockedFeedback(trx, accountId, id);
    const state = input.state ?? before.state;
    const assigneeId = input.assigneeId === undefined ? before.assignee_id : input.assigneeId;
    const changesState = state !== before.state;
    const changesAssignee = assigneeId !== before.assignee_id;
    if (changesAssignee && assigneeId !== null) await requireAssignee(trx, accountId, before, assigneeId);
    if (changesState || changesAssignee) {
      await updateFeedback(trx, accountId, id, { state, assigneeId, now: nowOf(deps) });
      const fields = [
        ...(changesState ? (['state'] as const) : []),
        ...(changesAssignee ? (['assignee'] as const) : []),
      ];
      const subject = { subjectId: id, locationId: before.location_id };
      await recordEvents(trx, accountId, [event(feedbackChanged, subject, { fields, state })]);
      await audit(trx, {
        accountId,
        userId,
        action: 'feedback.changed',
        target: id,
        details: {
          ...(changesState ? { state } : {}),
          ...(changesAssignee ? { assigned: assigneeId !== null } : {}),
        },
      });
    }
    return readFeedback(trx, accountId, id);
  });
}

async function requireAssignee(
  trx: Transaction<DB>,
  accountId: string,
  { location_id: locationId }: LockedFeedback,
  assigneeId: string,
): Promise<void> {
  const assignees = await listAssignees(trx, accountId, locationId);
  if (!assignees.some((one) => one.userId === assigneeId))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'assigneeId', message: 'Not a member who may work on messages of this location.' }],
    });
}

/** Deletes a message with its notes, its answers and its mails that were not sent. @throws AppError `not-found` */
export function eraseFeedback(
  deps: FeedbackDeps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  return inTenant(deps.db, accountId, async (trx) => {
    const { location_id: locationId } = await getLockedFeedback(trx, accountId, id);
    await cancelMails(trx, accountId, await listMailIds(trx, accountId, id), nowOf(deps));
    await deleteFeedback(trx, accountId, id);
    await eraseMessage(trx, accountId, id);
    await recordEvents(trx, accountId, [event(feedbackErased, { subjectId: id, locationId }, {})]);
    await audit(trx, { accountId, userId, action: 'feedback.erased', target: id });
  });
}
