import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import { listRequests, retryRequest } from './deletion-requests.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';
import { actOnListings } from './listing-actions.ts';
import { listListings } from './listings.ts';
import { countRequests } from './platform-requests.ts';
import { changePlatform, listSyncPlatforms, pausePlatform } from './platforms.ts';

export function adminSyncScheduleRoutes(routes: RouteBuilder, deps: AdminSyncScheduleDeps) {
  const schedule = routes.adminSyncSchedule;
  return {
    queue: schedule.queue.handler(async () => ({
      jobs: (await deps.queue.readState()).map(({ oldestDueAt, ...job }) => ({
        ...job,
        oldestDueAt: oldestDueAt?.toISOString() ?? null,
      })),
    })),
    platforms: schedule.platforms.handler(async () => ({ platforms: await listSyncPlatforms(deps) })),
    changePlatform: schedule.changePlatform.handler(async ({ input, context }) => {
      await changePlatform(deps, adminOf(context).adminId, input);
      return { ok: true as const };
    }),
    pausePlatform: schedule.pausePlatform.handler(async ({ input, context }) => {
      await pausePlatform(deps, adminOf(context).adminId, input.connector, input.paused);
      return { ok: true as const };
    }),
    listings: schedule.listings.handler(({ input }) => listListings(deps, input)),
    act: schedule.act.handler(({ input, context }) => actOnListings(deps, adminOf(context).adminId, input)),
    deletionRequests: schedule.deletionRequests.handler(({ input }) => listRequests(deps, input.code)),
    retryDeletionRequest: schedule.retryDeletionRequest.handler(async ({ input, context }) => {
      await retryRequest(deps, adminOf(context).adminId, input.code);
      return { ok: true as const };
    }),
    platformRequests: schedule.platformRequests.handler(async () => ({
      platforms: await countRequests(deps),
    })),
  };
}
