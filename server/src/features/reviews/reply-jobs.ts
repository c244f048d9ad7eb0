import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { ReviewsDeps } from './deps.ts';
import { listDueReplies } from './reply-queries.ts';
import { processReply } from './send-reply.ts';

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
const maxRepliesPerSweep = 500;
/** Steps that are further away are left to the sweep. */
const sweepThresholdSeconds = 90;
/** Somebody else works on it: it is looked at again after this. */
const busyRetrySeconds = 5;

export function replyJobs(deps: ReviewsDeps): JobHandler[] {
  return [
    defineJobHandler(replyJob, async ({ accountId, reviewId }, signal) => {
      const next = await processReply(deps, accountId, reviewId, signal);
      if (next === 'held') await enqueueNextStep(deps, accountId, reviewId, busyRetrySeconds);
      else if (next !== null && next < sweepThresholdSeconds)
        await enqueueNextStep(deps, accountId, reviewId, next);
    }),
    defineJobHandler(replySweepJob, async () => {
      const due = await inSystem(deps.db, (trx) => listDueReplies(trx, maxRepliesPerSweep));
      for (const row of due) await enqueueReply(deps, row.account_id, row.review_id);
    }),
  ];
}

export function enqueueReply(
  { queue }: Pick<ReviewsDeps, 'queue'>,
  accountId: string,
  reviewId: string,
): Promise<void> {
  return queue.enqueue(replyJob, { accountId, reviewId }, { key: reviewId });
}

/** With a key of its own: a step that waits must not keep a new request of the owner from being sent at once. */
function enqueueNextStep(
  { queue }: Pick<ReviewsDeps, 'queue'>,
  accountId: string,
  reviewId: string,
  after: number,
): Promise<void> {
  return queue.enqueue(
    replyJob,
    { accountId, reviewId },
    { key: `${reviewId} ${newId()}`, delaySeconds: after },
  );
}
