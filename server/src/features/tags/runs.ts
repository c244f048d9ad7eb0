/**
 * Work on all reviews of an account for one tag, in batches by the id of the review: applying its rule to earlier ones, and
 * the end of a deleted or merged tag. Each batch saves where it ended in its own transaction, so another worker goes on there.
 * A job works on one tag for some seconds and enqueues the account again, however many tags it has.
 */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { inSystem, inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { runSlice, type SliceOptions } from '../../lib/run-slice.ts';
import { isSameTags, replaceTag, updateTagSets } from '../reviews/index.ts';
import { asNamedRule, isSameRules, matchRules, ruledBatchSize, writeMatches } from './apply-rules.ts';
import type { TagsDeps } from './deps.ts';
import {
  countAttempt,
  deleteTag,
  endRun,
  findTagAtWork,
  forgetAttempts,
  keepTags,
  listAccountsAtWork,
  lockWork,
  readWork,
  saveProgress,
  type TagAtWork,
} from './queries.ts';
import { listRuledAfter, lockTaggedAfter, type RuledRow } from './review-queries.ts';

export const tagRunJob = defineJob({
  name: 'tags.run',
  // Jobs that an earlier version enqueued name a tag too.
  payload: z.object({ accountId: z.uuid() }),
});

/** Enqueues work that a process left when it died. */
export const tagSweepJob = defineJob({
  name: 'tags.sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

const sweepBatchSize = 200;
/** It is begun so often without getting on. The queue and the sweep do that within some ten minutes. */
const maxAttempts = 10;
/** Reviews that one transaction looks through for a tag that ends; most of them do not have it. */
const endingWindow = 1_000;

type Deps = Pick<TagsDeps, 'db' | 'queue'>;

export function tagJobs(deps: Deps, slice?: SliceOptions): JobHandler[] {
  return [
    defineJobHandler(tagRunJob, ({ accountId }, signal) => runAccountWork(deps, accountId, signal, slice)),
    defineJobHandler(tagSweepJob, () => sweepTagWork(deps)),
  ];
}

/** At most one job of an account waits, so that many tags of one account do not keep the others waiting. */
export function enqueueRun({ queue }: Pick<Deps, 'queue'>, accountId: string): Promise<void> {
  return queue.enqueue(tagRunJob, { accountId }, { key: accountId });
}

export async function sweepTagWork(deps: Deps): Promise<void> {
  const accountIds = await inSystem(deps.db, (trx) =>
    listAccountsAtWork(trx, { maxAttempts, limit: sweepBatchSize }),
  );
  for (const accountId of accountIds) await enqueueRun(deps, accountId);
}

/** At the start of a process, which may be a version of the program that can end what the one before could not. */
export async function recoverTagWork(deps: Deps): Promise<void> {
  await inSystem(deps.db, forgetAttempts);
  await sweepTagWork(deps);
}

async function runAccountWork(
  deps: Deps,
  accountId: string,
  signal: AbortSignal,
  slice?: SliceOptions,
): Promise<void> {
  const tagId = await inTenant(deps.db, accountId, (trx) => findTagAtWork(trx, accountId, maxAttempts));
  if (tagId === null) return;
  await runTagWork(deps, accountId, tagId, signal, slice);
  // Also when this tag is done, because others of the account may wait.
  await enqueueRun(deps, accountId);
}

/**
 * Safe to repeat, and safe beside another worker: a batch is written under the lock of the tag.
 * @returns whether more is left
 */
export async function runTagWork(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  tagId: string,
  signal: AbortSignal,
  slice?: SliceOptions,
): Promise<boolean> {
  signal.throwIfAborted();
  if (!(await beginAttempt(db, accountId, tagId))) return false;
  return runSlice(() => retryTransient(() => runBatch(db, { accountId, tagId })), signal, slice);
}

/**
 * Gives up work that failed as often as it may. The reviews of a deleted tag keep its id then, which nobody sees. Counted before
 * the work, so that work that kills its worker ends too.
 * @returns whether there is anything to do
 */
function beginAttempt(db: Deps['db'], accountId: string, tagId: string): Promise<boolean> {
  return inTenant(db, accountId, async (trx) => {
    const tag = await lockWork(trx, accountId, tagId);
    if (tag === null || (tag.deleted_at === null && tag.run_started_at === null)) return false;
    if (tag.run_attempts < maxAttempts) {
      await countAttempt(trx, accountId, tagId);
      return true;
    }
    if (tag.deleted_at === null) await endRun(trx, accountId, tagId, { failed: true });
    return false;
  });
}

interface Work {
  accountId: string;
  tagId: string;
}

/** Words are compared before the transaction that writes, because that takes long. */
async function runBatch(db: Deps['db'], work: Work): Promise<boolean> {
  const { accountId, tagId } = work;
  const { tag: read, rows } = await inTenant(db, accountId, async (trx) => {
    const tag = await readWork(trx, accountId, tagId);
    return { tag, rows: tag === null ? [] : await listRows(trx, work, tag) };
  });
  if (read === null) return false;
  const rules = asNamedRule({ id: tagId, rule: read.rule });
  const matched = await matchRules(rows, rules);
  return inTenant(db, accountId, async (trx) => {
    const tag = await lockWork(trx, accountId, tagId);
    if (tag === null) return false;
    if (tag.deleted_at !== null) return endBatch(trx, accountId, tagId, tag);
    if (tag.run_started_at === null) return false;
    // Another worker or a person was faster, so the batch begins again.
    if (!isSameWork(tag, read, tagId)) return true;
    const changed = await writeMatches(trx, accountId, matched, rules);
    return changed.length > 0 || saveBatch(trx, work, rows);
  });
}

/** The reviews of the next batch; none for a tag that has no rule or ends. */
async function listRows(
  trx: Transaction<DB>,
  { accountId, tagId }: Work,
  tag: TagAtWork,
): Promise<RuledRow[]> {
  if (tag.run_started_at === null || asNamedRule({ id: tagId, rule: tag.rule }).length === 0) return [];
  return listRuledAfter(trx, accountId, { after: tag.run_after, limit: ruledBatchSize });
}

function isSameWork(one: TagAtWork, other: TagAtWork, id: string): boolean {
  return (
    one.run_after === other.run_after &&
    one.run_started_at?.getTime() === other.run_started_at?.getTime() &&
    isSameRules(asNamedRule({ id, rule: one.rule }), asNamedRule({ id, rule: other.rule }))
  );
}

async function saveBatch(
  trx: Transaction<DB>,
  { accountId, tagId }: Work,
  rows: readonly RuledRow[],
): Promise<boolean> {
  const last = rows.at(-1);
  if (last === undefined) {
    await endRun(trx, accountId, tagId, { failed: false });
    return false;
  }
  await saveProgress(trx, accountId, tagId, {
    after: last.id,
    seen: rows.filter(({ isSettled }) => !isSettled).length,
  });
  return true;
}

async function endBatch(
  trx: Transaction<DB>,
  accountId: string,
  tagId: string,
  { run_after: after, merge_into: into }: TagAtWork,
): Promise<boolean> {
  const kept = into === null ? new Set<string>() : await keepTags(trx, accountId, [into]);
  const { rows, last } = await lockTaggedAfter(trx, accountId, { tagId, after, window: endingWindow });
  if (last === null) {
    await deleteTag(trx, accountId, tagId);
    return false;
  }
  const target = into !== null && kept.has(into) ? into : null;
  const changes = rows.flatMap((row) => {
    const sets = replaceTag(row, tagId, target);
    return isSameTags(sets, row) ? [] : [{ id: row.id, ...sets }];
  });
  await updateTagSets(trx, accountId, changes);
  await saveProgress(trx, accountId, tagId, { after: last, seen: rows.length });
  return true;
}
