import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { ReviewsDeps } from './deps.ts';
import { listDueReplies } from './reply-queries.ts';
import { processReply } from './send-reply.ts';

/** One step of a reply: sends it or checks its state. */
export const replyJob = defineJob({
  name: 'reviews.reply',
  payload: z.strictObject({ accountId: z.uuid(), reviewId: z.uuid() }),
  concurrency: 2,
});

/** Enqueues due replies: later checks, and those that a dead worker left. */
export const replySweepJob = defineJob({
  name: 'reviews.reply-sweep',
  payload: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** The next sweep takes the replies above this number. */
const maxRepliesPerSweep = 500;
/** Later steps are left to the sweep. */
const sweepThresholdSeconds = 90;
/** Time until the next attempt when another worker holds the lease. */
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

/** The unique key lets a new request of the owner start at once although this step is waiting. */
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
