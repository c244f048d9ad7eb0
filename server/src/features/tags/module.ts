import { subscribe } from '../../events/subscriber.ts';
import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import { reviewsSlice } from '../reviews/module.ts';
import { applyRules, rulesSubscriber } from './apply-rules.ts';
import type { TagsDeps } from './deps.ts';
import { tagEvents } from './events.ts';
import { tagRoutes } from './routes.ts';
import { recoverTagWork, tagJobs, tagRunJob, tagSweepJob } from './runs.ts';
import { tables } from './tables.ts';

export const tagsSlice = defineSlice({
  name: 'tags',
  tables,
  jobs: [tagRunJob, tagSweepJob],
  events: tagEvents,
  subscribers: [rulesSubscriber],
  build(shared) {
    const { db, queue } = shared;
    const deps: TagsDeps = {
      db,
      queue,
      previews: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 4, retryAfter: 5 }),
      connectors: reviewsSlice.module(shared).deps.connectors,
    };
    return {
      deps,
      web: ({ routes }) => ({ routes: { tags: tagRoutes(routes, deps) } }),
      worker: {
        handlers: () => tagJobs(deps),
        subscribers: () => [
          subscribe(rulesSubscriber, (accountId, events, signal) =>
            applyRules(deps, accountId, events, signal),
          ),
        ],
        recover: () => recoverTagWork(deps),
      },
    };
  },
});
