import { defineSlice } from '../../slices/slice.ts';
import { connectionsSlice } from '../connections/module.ts';
import { identitySlice } from '../identity/module.ts';
import type { ReviewsDeps } from './deps.ts';
import { reviewEvents } from './events.ts';
import { indexJobs, indexSweepJob } from './index-words.ts';
import { moveReviewsToLocation } from './move-reviews.ts';
import { sumByListing } from './queries.ts';
import { enqueueRecount, recountJob, recountJobs, recountSweepJob } from './recount.ts';
import { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
import { reviewRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const reviewsSlice = defineSlice({
  name: 'reviews',
  tables,
  jobs: [replyJob, replySweepJob, recountJob, recountSweepJob, indexSweepJob],
  events: reviewEvents,
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
    return {
      deps,
      web: ({ routes }) => ({ routes: { reviews: reviewRoutes(routes, deps) } }),
      worker: { handlers: () => [...replyJobs(deps), ...recountJobs(deps), ...indexJobs(deps)] },
    };
  },
});
