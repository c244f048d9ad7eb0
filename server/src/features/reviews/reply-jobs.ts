import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, handle, type JobHandler } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { ReviewsDeps } from './deps.ts';
import { listDueReplies } from './reply-queries.ts';
import { workOnReply } from './send-reply.ts';

/** One step of a reply: sending it, or looking what became of it. */
export const replyJob = defineJob({
  name: 'reviews.reply',
  payload: z.strictObject({ accountId: z.uuid(), reviewId: z.uuid() }),
  concurrency: 2,
});

/** Finds replies whose time has come: later looks, and what a process left that died. */
export const replySweepJob = defineJob({
  name: 'reviews.reply-sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Replies picked per sweep; the rest waits for the next minute. */
const perSweep = 500;
/** Steps that are further away are left to the sweep. */
const sweptAfterSeconds = 90;
/** Somebody else works on it: it is looked at again after this. */
const heldSeconds = 5;

export function replyJobs(deps: ReviewsDeps): JobHandler[] {
  return [
    handle(replyJob, async ({ accountId, reviewId }, signal) => {
      const next = await workOnReply(deps, accountId, reviewId, signal);
      if (next === 'held') await stepLater(deps, accountId, reviewId, heldSeconds);
      else if (next !== null && next < sweptAfterSeconds) await stepLater(deps, accountId, reviewId, next);
    }),
    handle(replySweepJob, async () => {
      const due = await inSystem(deps.db, (trx) => listDueReplies(trx, perSweep));
      for (const row of due) await requestReply(deps, row.account_id, row.review_id);
    }),
  ];
}

export function requestReply(
  { queue }: Pick<ReviewsDeps, 'queue'>,
  accountId: string,
  reviewId: string,
): Promise<void> {
  return queue.enqueue(replyJob, { accountId, reviewId }, { key: reviewId });
}

/** With a key of its own: a step that waits must not keep a new request of the owner from being sent at once. */
function stepLater(
  { queue }: Pick<ReviewsDeps, 'queue'>,
  accountId: string,
  reviewId: string,
  after: number,
): Promise<void> {
  return queue.enqueue(replyJob, { accountId, reviewId }, { key: `${reviewId} ${newId()}`, after });
}
