import { defineSlice } from '../../slices/slice.ts';
import { billingSlice } from '../billing/module.ts';
import { connectionsSlice } from '../connections/module.ts';
import { reviewsSlice } from '../reviews/module.ts';
import type { SyncDeps } from './deps.ts';
import {
  enqueueSync,
  sweepDueListings,
  sweepJob,
  syncJobs,
  syncListingJob,
  wipeShortLivedJob,
  wipeUnconfirmedJob,
} from './jobs.ts';
import { presentRun } from './present.ts';
import { listLastRuns } from './queries.ts';
import { syncRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const syncSlice = defineSlice({
  name: 'sync',
  tables,
  jobs: [syncListingJob, sweepJob, wipeUnconfirmedJob, wipeShortLivedJob],
  build(shared) {
    const { queue } = shared;
    const connections = connectionsSlice.module(shared);
    const reviews = reviewsSlice.module(shared);
    const deps: SyncDeps = { ...reviews.deps, queue, plans: billingSlice.module(shared).plans };
    connections.hooks.requestListingSync.fill((accountId, listingId) =>
      enqueueSync(deps, accountId, listingId, 'first'),
    );
    connections.hooks.listLastRuns.fill(
      async (trx, accountId) =>
        new Map((await listLastRuns(trx, accountId)).map((row) => [row.listing_id, presentRun(row)])),
    );
    return {
      deps,
      web: ({ routes, streams }) => ({ routes: { sync: syncRoutes(routes, deps, streams) } }),
      worker: { handlers: () => syncJobs(deps), enqueueDue: () => sweepDueListings(deps) },
    };
  },
});
