import { createKeyedSemaphore, createSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import { embedsSlice } from '../embeds/module.ts';
import type { PreviewLinksDeps } from './deps.ts';
import { mountSharedPreviews } from './public-routes.ts';
import { previewLinkRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const previewLinksSlice = defineSlice({
  name: 'preview-links',
  tables,
  jobs: [],
  build(shared) {
    const deps: PreviewLinksDeps = {
      ...embedsSlice.module(shared).deps,
      ofAccount: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 8, retryAfter: 5 }),
      ofAll: createSemaphore({ maxConcurrent: 2, maxQueued: 40, retryAfter: 5 }),
    };
    return {
      web: ({ routes }) => ({
        routes: { previewLinks: previewLinkRoutes(routes, deps) },
        mount: (app) => mountSharedPreviews(app, deps),
      }),
    };
  },
});
