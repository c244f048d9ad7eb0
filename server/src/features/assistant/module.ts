import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import { reviewsSlice } from '../reviews/module.ts';
import { createChatModel } from './chat-model.ts';
import type { AssistantDeps } from './deps.ts';
import { assistantRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const assistantSlice = defineSlice({
  name: 'assistant',
  tables,
  jobs: [],
  build(shared) {
    const { settings, db, log } = shared;
    const deps: AssistantDeps = {
      db,
      reviews: reviewsSlice.module(shared).deps,
      model: settings.assistant === null ? null : createChatModel(settings.assistant),
      perPerson: shared.limits.create({ name: 'assistant', max: 10, windowSeconds: 60, exact: true }),
      byAccount: createKeyedSemaphore({ maxConcurrent: 4, maxQueued: 0, retryAfter: 15 }),
      timeoutMs: 15_000,
      log,
    };
    return { deps, web: ({ routes }) => ({ routes: { assistant: assistantRoutes(routes, deps) } }) };
  },
});
