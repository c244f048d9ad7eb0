import { multiHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { connectionsSlice } from '../connections/module.ts';
import { identitySlice } from '../identity/module.ts';
import type { ReviewsDeps } from './deps.ts';
import { moveReviewsToLocation } from './move-reviews.ts';
import { sumByListing } from './queries.ts';
import { enqueueRecount, recountJob, recountJobs, recountSweepJob } from './recount.ts';
import { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
import { reviewRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const reviewsSlice = defineSlice({
  name: 'reviews',
  tables,
  jobs: [replyJob, replySweepJob, recountJob, recountSweepJob],
  build(shared) {
    const { db, queue, log } = shared;
    const identity = identitySlice.module(shared);
    const connections = connectionsSlice.module(shared);
    const hooks = {
      /** Reviews of the account have changed in a way that embeds show. */
      reviewsChanged: multiHook<[accountId: string]>('reviews.reviews-changed'),
    };
    const { connectors, tokens, rateLimiter, onConnectionTrouble } = connections.deps;
    const deps: ReviewsDeps = {
      db,
      connectors,
      tokens,
      rateLimiter,
      queue,
      log,
      onConnectionTrouble,
      onReviewsChanged: hooks.reviewsChanged.call,
    };
    identity.hooks.timeZoneChanged.fill((accountId) => enqueueRecount({ queue }, accountId));
    connections.hooks.listingMoved.fill(moveReviewsToLocation);
    connections.hooks.countReviews.fill(sumByListing);
    return {
      deps,
      hooks,
      web: ({ routes }) => ({ routes: { reviews: reviewRoutes(routes, deps) } }),
      worker: { handlers: () => [...replyJobs(deps), ...recountJobs(deps)] },
    };
  },
});
