import type { SyncRun } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { multiHook, singleHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { businessesSlice } from '../businesses/module.ts';
import { identitySlice } from '../identity/module.ts';
import type { ConnectionsDeps, DeletionOptions, OnListingMoved } from './deps.ts';
import { connectionEvents, listingEvents } from './events.ts';
import { connectionJobs, deleteDueContentJob, recheckAccessJob } from './jobs.ts';
import { lagReading } from './lag-reading.ts';
import { clearLeases } from './listing-queries.ts';
import { createPlatformRateLimiter } from './rate-limiter.ts';
import { requestAllGrantRevocations, revokeGrantJob } from './revoke-grants.ts';
import { connectionRoutes, mountConnectCallback } from './routes.ts';
import { tables } from './tables.ts';
import { createTokenStore } from './tokens.ts';

function createHooks() {
  return {
    /** A listing belongs to another location now. Runs in the transaction that moves it. */
    listingMoved: multiHook<Parameters<OnListingMoved>>('connections.listing-moved'),
    requestListingSync: singleHook<[accountId: string, listingId: string]>(
      'connections.request-listing-sync',
    ),
    /** The listing is about to be deleted. */
    deleteReviewsOfListing: singleHook<[accountId: string, listingId: string, options: DeletionOptions]>(
      'connections.delete-reviews-of-listing',
    ),
    /** Stored reviews by listing; listings without any may be missing. */
    countReviews: singleHook<[trx: Transaction<DB>, accountId: string], ReadonlyMap<string, number>>(
      'connections.count-reviews',
    ),
    /** The last run by listing; listings without any may be missing. */
    listLastRuns: singleHook<[trx: Transaction<DB>, accountId: string], ReadonlyMap<string, SyncRun>>(
      'connections.list-last-runs',
    ),
  };
}

export const connectionsSlice = defineSlice({
  name: 'connections',
  tables,
  jobs: [revokeGrantJob, deleteDueContentJob, recheckAccessJob],
  events: [...connectionEvents, ...listingEvents],
  build(shared) {
    const { settings, db, queue, log, box, platforms } = shared;
    const { connectors } = platforms;
    const hooks = createHooks();
    const deps: ConnectionsDeps = {
      db,
      limits: shared.limits,
      connectors,
      box,
      tokens: createTokenStore(db, box),
      rateLimiter: createPlatformRateLimiter(db, connectors),
      queue,
      log,
      publicUrl: settings.publicUrl,
      onListingMoved: hooks.listingMoved.call,
      onBusinessRenamed: businessesSlice.module(shared).hooks.businessRenamed.call,
      deleteReviewsOfListing: hooks.deleteReviewsOfListing.call,
      requestListingSync: hooks.requestListingSync.call,
      async describeListings(trx, accountId) {
        const counts = await hooks.countReviews.call(trx, accountId);
        const runs = await hooks.listLastRuns.call(trx, accountId);
        const ids = new Set([...counts.keys(), ...runs.keys()]);
        return new Map(
          [...ids].map((id) => [id, { storedCount: counts.get(id) ?? 0, lastRun: runs.get(id) ?? null }]),
        );
      },
    };
    identitySlice.module(shared).addErasureStep({
      slice: 'connections',
      async before(accountId) {
        await requestAllGrantRevocations(deps, accountId);
        return [];
      },
    });
    return {
      deps,
      hooks,
      readings: [lagReading],
      web: ({ routes }) => ({
        routes: { connections: connectionRoutes(routes, deps) },
        mount: (app) => mountConnectCallback(app, deps),
      }),
      worker: {
        handlers: () => connectionJobs(deps),
        recover: () => inSystem(db, clearLeases).then(() => undefined),
      },
    };
  },
});
