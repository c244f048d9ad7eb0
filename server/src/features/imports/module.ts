import { subscribe } from '../../events/subscriber.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import type { ImportsDeps } from './deps.ts';
import { importJob } from './enqueue-import.ts';
import { importEvents } from './events.ts';
import {
  duplicatesSubscriber,
  handleStoredReviews,
  importJobs,
  importSweepJob,
  resumeImports,
} from './jobs.ts';
import { importRoutes } from './routes.ts';
import { tables } from './tables.ts';
import { mountUploadRoute } from './upload-route.ts';
import { createWorkbookReader } from './workbook-reader.ts';

export const importsSlice = defineSlice({
  name: 'imports',
  tables,
  jobs: [importJob, importSweepJob],
  events: importEvents,
  subscribers: [duplicatesSubscriber],
  build(shared) {
    const { db, queue, log, platforms, limits } = shared;
    const deps: ImportsDeps = {
      db,
      queue,
      log,
      archives: platforms.archives,
      tableReads: createSemaphore({ maxConcurrent: 2, maxQueued: 20, retryAfter: 10 }),
      workbookReads: createSemaphore({ maxConcurrent: 1, maxQueued: 20, retryAfter: 10 }),
      workbooks: createWorkbookReader(log),
      workbookLimiter: limits.create({
        name: 'exhausting-workbooks',
        max: 1,
        windowSeconds: 300,
        exact: true,
      }),
      readLimiter: limits.create({ name: 'import-reads', max: 60, windowSeconds: 60, exact: true }),
    };
    return {
      deps,
      web: ({ routes, streams, authenticate }) => ({
        routes: { imports: importRoutes(routes, deps, streams) },
        mount: (app) => mountUploadRoute(app, { ...deps, authenticate }),
      }),
      worker: {
        handlers: () => importJobs(deps),
        subscribers: () => [
          subscribe(duplicatesSubscriber, (accountId, events, signal) =>
            handleStoredReviews(deps, accountId, events, signal),
          ),
        ],
        recover: () => resumeImports(deps),
      },
      close: async () => deps.workbooks.close(),
    };
  },
});
