import { type SubscriberDefinition, subscribe } from '../../events/subscriber.ts';
import { defineSlice } from '../../slices/slice.ts';
import { connectionsSlice } from '../connections/module.ts';
import { memberChanged, memberRemoved } from '../identity/index.ts';
import { identitySlice } from '../identity/module.ts';
import { releaseReviews } from './assignee.ts';
import { deleteReviewsOfListing } from './delete-reviews.ts';
import type { ReviewsDeps } from './deps.ts';
import { reviewEvents } from './events.ts';
import { indexJobs, indexSweepJob } from './index-words.ts';
import { reviewMarkRoutes } from './mark-routes.ts';
import { moveReviewsToLocation } from './move-reviews.ts';
import { sumByListing } from './queries.ts';
import { enqueueRecount, recountJob, recountJobs, recountSweepJob } from './recount.ts';
import { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
import { reviewRoutes } from './routes.ts';
import { tables } from './tables.ts';

/** Takes members off reviews that they do not see or may not reply to any more. */
const assigneeSubscriber: SubscriberDefinition = {
  name: 'reviews.assignees',
  events: [memberChanged, memberRemoved],
  startsAt: 'now',
};

export const reviewsSlice = defineSlice({
  name: 'reviews',
  tables,
  jobs: [replyJob, replySweepJob, recountJob, recountSweepJob, indexSweepJob],
  events: reviewEvents,
  subscribers: [assigneeSubscriber],
  build(shared) {
    const { db, queue, log } = shared;
    const identity = identitySlice.module(shared);
    const connections = connectionsSlice.module(shared);
    const { connectors, tokens, rateLimiter } = connections.deps;
    const deps: ReviewsDeps = {
      db,
      connectors,
      tokens,
      rateLimiter,
      queue,
      log,
    };
    identity.hooks.timeZoneChanged.fill((accountId) => enqueueRecount({ queue }, accountId));
    connections.hooks.listingMoved.fill(moveReviewsToLocation);
    connections.hooks.countReviews.fill(sumByListing);
    connections.hooks.deleteReviewsOfListing.fill((...listing) => deleteReviewsOfListing(db, ...listing));
    return {
      deps,
      web: ({ routes }) => ({
        routes: { reviews: reviewRoutes(routes, deps), reviewMarks: reviewMarkRoutes(routes, deps) },
      }),
      worker: {
        handlers: () => [...replyJobs(deps), ...recountJobs(deps), ...indexJobs(deps)],
        subscribers: () => [
          subscribe(assigneeSubscriber, async (accountId, events, signal) => {
            for (const userId of new Set(events.map(({ subjectId }) => subjectId)))
              await releaseReviews(deps, accountId, userId, signal);
          }),
        ],
      },
    };
  },
});
