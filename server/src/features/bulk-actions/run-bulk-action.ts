/**
 * Runs an action on many reviews, part by part, each in a transaction of its own that also takes the part away: a worker that
 * dies leaves a part as if it had not begun, and another one goes on. It runs as its caller, with the rights and locations that
 * they have at that moment.
 */
import type { BulkFailure, BulkSkip } from '@kindling/contract/bulk-actions';
import { mayTakeWhileActing } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { inSystem, inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { type CallerScope, withCallerScope } from '../../lib/caller-scope.ts';
import { runSlice, type SliceOptions } from '../../lib/run-slice.ts';
import { accessOf, audit, findMemberRow, mayMemberDo } from '../identity/index.ts';
import {
  assignMany,
  findAssignee,
  type HidingRules,
  hideMany,
  listReviewIds,
  lockMarks,
  readHidingRules,
  showMany,
} from '../reviews/index.ts';
import { keepTags, tagMany } from '../tags/index.ts';
import type { BulkActionsDeps } from './deps.ts';
import {
  addParts,
  type BulkRow,
  countAttempt,
  deleteEnded,
  endBulkAction,
  findBulkAction,
  keepStoredBefore,
  listOpen,
  saveProgress,
  saveSelection,
  takePart,
} from './queries.ts';
import { rightOf } from './rights.ts';

export const bulkActionJob = defineJob({
  name: 'bulk-actions.run',
  payload: z.strictObject({ accountId: z.uuid(), id: z.uuid() }),
  concurrency: 2,
});

/** Enqueues actions whose worker died, and deletes those that ended a week ago. */
export const bulkActionSweepJob = defineJob({
  name: 'bulk-actions.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Reviews per transaction. */
export const partSize = 100;
/** Reviews that one page of the selection reads. */
const pageSize = 500;
const keptDays = 7;
const sweepBatchSize = 200;
/** It is begun so often without getting on. The queue and the sweep do that within some ten minutes. */
const maxAttempts = 10;

export function bulkActionJobs(deps: BulkActionsDeps, slice?: SliceOptions): JobHandler[] {
  return [
    defineJobHandler(bulkActionJob, async ({ accountId, id }, signal) => {
      const more = await runBulkAction(deps, accountId, id, signal, slice);
      if (more) await enqueueBulkAction(deps, accountId, id);
    }),
    defineJobHandler(bulkActionSweepJob, () => sweepBulkActions(deps)),
  ];
}

export function enqueueBulkAction(
  { queue }: Pick<BulkActionsDeps, 'queue'>,
  accountId: string,
  id: string,
): Promise<void> {
  return queue.enqueue(bulkActionJob, { accountId, id }, { key: `${accountId} ${id}` });
}

export async function sweepBulkActions(deps: BulkActionsDeps): Promise<void> {
  const open = await inSystem(deps.db, async (trx) => {
    await deleteEnded(trx, keptDays, sweepBatchSize);
    return listOpen(trx, sweepBatchSize);
  });
  for (const { account_id, id } of open) await enqueueBulkAction(deps, account_id, id);
}

/**
 * Safe to repeat, and safe beside another worker: each step holds the lock of the action.
 * @returns whether more is left
 */
export async function runBulkAction(
  deps: BulkActionsDeps,
  accountId: string,
  id: string,
  signal: AbortSignal,
  slice?: SliceOptions,
): Promise<boolean> {
  signal.throwIfAborted();
  if (!(await beginAttempt(deps, accountId, id))) return false;
  return runSlice(() => runStep(deps, accountId, id), signal, slice);
}

/**
 * Ends an action that failed as often as it may. Counted before the work, so that an action that kills its worker ends too.
 * @returns whether there is anything to do
 */
function beginAttempt({ db }: BulkActionsDeps, accountId: string, id: string): Promise<boolean> {
  return inTenant(db, accountId, async (trx) => {
    const row = await findBulkAction(trx, accountId, id, { lock: true });
    if (row === null || row.ended_at !== null) return false;
    if (row.attempts >= maxAttempts) {
      await endBulkAction(trx, accountId, id, { state: 'failed', failure: 'internal' });
      return false;
    }
    await countAttempt(trx, accountId, id);
    return true;
  });
}

/** @returns whether there is more to do */
async function runStep(deps: BulkActionsDeps, accountId: string, id: string): Promise<boolean> {
  const caller = await readCaller(deps, accountId, id);
  if (caller === null) return false;
  const rules = await readHidingRules(deps, accountId);
  return withCallerScope(caller, () =>
    retryTransient(() =>
      inTenant(deps.db, accountId, async (trx) => {
        const row = await findBulkAction(trx, accountId, id, { lock: true });
        if (row === null || row.ended_at !== null) return false;
        const failure = await findFailure(trx, accountId, row);
        if (failure !== null) {
          await endBulkAction(trx, accountId, id, { state: 'failed', failure });
          return false;
        }
        if (row.state === 'selecting') {
          await selectPage(deps, trx, accountId, row);
          return true;
        }
        return runPart(trx, accountId, row, rules);
      }),
    ),
  );
}

/** Whoever asked, as they are now; null when nothing is left to do, also because they may not do it any more. */
function readCaller({ db }: BulkActionsDeps, accountId: string, id: string): Promise<CallerScope | null> {
  return inTenant(db, accountId, async (trx) => {
    const row = await findBulkAction(trx, accountId, id, { lock: true });
    if (row === null || row.ended_at !== null) return null;
    const right = rightOf[row.action.kind];
    const member = await findMemberRow(trx, accountId, row.user_id);
    const may = await mayMemberDo(trx, { accountId, userId: row.user_id }, right);
    const isRefused =
      member !== null && row.actor.kind === 'acting-admin' && !mayTakeWhileActing(accessOf(member), right);
    if (member === null || !may || isRefused) {
      await endBulkAction(trx, accountId, id, { state: 'failed', failure: 'no-right' });
      return null;
    }
    return { accountId, actor: row.actor, locationIds: accessOf(member).locationIds };
  });
}

async function findFailure(
  trx: Transaction<DB>,
  accountId: string,
  { action, state, filter }: BulkRow,
): Promise<BulkFailure | null> {
  const tagIds = [
    ...('tagId' in action ? [action.tagId] : []),
    ...(state === 'selecting' && filter?.tagId !== undefined ? [filter.tagId] : []),
  ];
  if ((await keepTags(trx, accountId, tagIds)).size < new Set(tagIds).size) return 'tag-deleted';
  const isLost =
    action.kind === 'assign' &&
    action.assigneeId !== null &&
    (await findAssignee(trx, accountId, action.assigneeId)) === null;
  return isLost ? 'assignee-left' : null;
}

/** What was stored after the request is left out: the person who asked has not seen it. */
async function selectPage(
  { connectors }: BulkActionsDeps,
  trx: Transaction<DB>,
  accountId: string,
  row: BulkRow,
): Promise<void> {
  const page = await listReviewIds(trx, accountId, {
    filter: row.filter ?? {},
    connectors,
    cursor: row.cursor ?? undefined,
    limit: pageSize,
  });
  const ids = await keepStoredBefore(trx, accountId, row.id, page.ids);
  await addParts(trx, accountId, row.id, ids, { first: row.total, size: partSize });
  await saveSelection(trx, accountId, row.id, page.nextCursor);
}

async function runPart(
  trx: Transaction<DB>,
  accountId: string,
  row: BulkRow,
  rules: HidingRules,
): Promise<boolean> {
  const ids = await takePart(trx, accountId, row.id);
  if (ids === null) {
    await endBulkAction(trx, accountId, row.id, { state: 'done' });
    if (row.changed > 0)
      await audit(trx, {
        accountId,
        userId: row.user_id,
        action: 'reviews.changed',
        target: row.id,
        details: { kind: row.action.kind, count: row.changed },
      });
    return false;
  }
  const { changed, skipped } = await apply(trx, accountId, row, { ids, rules });
  const counts = { ...row.skipped };
  for (const reason of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  await saveProgress(trx, accountId, row.id, { done: ids.length, changed, skipped: counts });
  return true;
}

interface PartOutcome {
  changed: number;
  /** One for each review that was left as it was. */
  skipped: BulkSkip[];
}

async function apply(
  trx: Transaction<DB>,
  accountId: string,
  { action, user_id: userId }: BulkRow,
  { ids, rules }: { ids: readonly string[]; rules: HidingRules },
): Promise<PartOutcome> {
  const reviews = await lockMarks(trx, accountId, ids);
  const gone = times('gone', ids.length - reviews.length);
  switch (action.kind) {
    case 'tag':
    case 'untag': {
      const change = action.kind === 'tag' ? { add: [action.tagId] } : { remove: [action.tagId] };
      const { changed, tooMany } = await tagMany(trx, accountId, reviews, change);
      return { changed, skipped: [...gone, ...times('too-many-tags', tooMany)] };
    }
    case 'assign': {
      const { assigneeId } = action;
      const assignee = assigneeId === null ? null : await findAssignee(trx, accountId, assigneeId);
      const { changed, skipped } = await assignMany(trx, { accountId, userId }, reviews, assignee);
      return { changed, skipped: [...gone, ...times('no-access', skipped)] };
    }
    case 'hide':
    case 'show': {
      const user = { accountId, userId };
      const { changed, skipped } =
        action.kind === 'hide'
          ? await hideMany(trx, user, reviews, { reason: action.reason, rules })
          : await showMany(trx, user, reviews);
      return { changed, skipped: [...gone, ...skipped] };
    }
  }
}

function times(reason: BulkSkip, count: number): BulkSkip[] {
  return Array.from({ length: count }, () => reason);
}
