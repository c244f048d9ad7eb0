import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import type { EventStreams } from '../../http/event-streams.ts';
import type { SyncDeps } from './deps.ts';
import { historyOf } from './history.ts';
import { acceptHeldBack, runFeed, runsOf, syncNow } from './sync.ts';

export function syncRoutes(routes: RouteBuilder, deps: SyncDeps, streams: EventStreams) {
  const feed = runFeed(deps);
  return {
    now: routes.sync.now.handler(async ({ input, context }) => {
      await syncNow(deps, signedIn(context).accountId, input.id, input.everything);
      return { queued: true as const };
    }),
    acceptRemovals: routes.sync.acceptRemovals.handler(async ({ input, context }) => {
      await acceptHeldBack(deps, signedIn(context), input.id);
      return { queued: true as const };
    }),
    runs: routes.sync.runs.handler(async ({ input, context }) => ({
      runs: await runsOf(deps, signedIn(context).accountId, input.id),
    })),
    history: routes.sync.history.handler(({ input, context }) =>
      historyOf(deps, signedIn(context).accountId, input),
    ),
    events: routes.sync.events.handler(({ context, signal }) => streams.open(context, feed, signal)),
  };
}
