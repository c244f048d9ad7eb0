import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { EventStreams } from '../../http/event-streams.ts';
import type { SyncDeps } from './deps.ts';
import { listRunHistory } from './history.ts';
import { acceptPendingRemovals, createRunFeed, listListingRuns, syncNow } from './sync.ts';

export function syncRoutes(routes: RouteBuilder, deps: SyncDeps, streams: EventStreams) {
  const feed = createRunFeed(deps);
  return {
    now: routes.sync.now.handler(async ({ input, context }) => {
      await syncNow(deps, signedInUser(context).accountId, input.id, input.full);
      return { queued: true as const };
    }),
    acceptRemovals: routes.sync.acceptRemovals.handler(async ({ input, context }) => {
      await acceptPendingRemovals(deps, signedInUser(context), input.id);
      return { queued: true as const };
    }),
    runs: routes.sync.runs.handler(async ({ input, context }) => ({
      runs: await listListingRuns(deps, signedInUser(context).accountId, input.id),
    })),
    history: routes.sync.history.handler(({ input, context }) =>
      listRunHistory(deps, signedInUser(context).accountId, input),
    ),
    events: routes.sync.events.handler(({ context, signal }) => streams.open(context, feed, signal)),
  };
}
