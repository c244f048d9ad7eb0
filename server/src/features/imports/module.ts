import { createLimiter } from '@kindling/service/limiter';
import { createSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import { reviewsSlice } from '../reviews/module.ts';
import { syncSlice } from '../sync/module.ts';
import type { ImportsDeps } from './deps.ts';
import { importJob } from './enqueue-import.ts';
import { dropDuplicatesJob, importJobs, importSweepJob, resumeImports } from './jobs.ts';
import { importRoutes } from './routes.ts';
import { tables } from './tables.ts';
import { mountUploadRoute } from './upload-route.ts';
import { createWorkbookReader } from './workbook-reader.ts';

export const importsSlice = defineSlice({
  name: 'imports',
  tables,
  jobs: [importJob, importSweepJob, dropDuplicatesJob],
  build(shared) {
    const { db, queue, log, platforms } = shared;
    const reviews = reviewsSlice.module(shared);
    const deps: ImportsDeps = {
      db,
      queue,
      log,
      archives: platforms.archives,
      tableReads: createSemaphore({ maxConcurrent: 2, maxQueued: 20, retryAfter: 10 }),
      workbookReads: createSemaphore({ maxConcurrent: 1, maxQueued: 20, retryAfter: 10 }),
      workbooks: createWorkbookReader(log),
      workbookLimiter: createLimiter({ max: 1, windowSeconds: 300 }),
      readLimiter: createLimiter({ max: 60, windowSeconds: 60 }),
      onReviewsChanged: reviews.hooks.reviewsChanged.call,
    };
    syncSlice
      .module(shared)
      .hooks.reviewsSynced.fill((accountId) =>
        queue.enqueue(dropDuplicatesJob, { accountId }, { key: accountId }),
      );
    return {
      deps,
      web: ({ routes, streams, authenticate }) => ({
        routes: { imports: importRoutes(routes, deps, streams) },
        mount: (app) => mountUploadRoute(app, { ...deps, authenticate }),
      }),
      worker: { handlers: () => importJobs(deps), recover: () => resumeImports(deps) },
      close: async () => deps.workbooks.close(),
    };
  },
});
