import { defineSlice } from '../../slices/slice.ts';
import { mailSlice } from '../mail/module.ts';
import type { ExportsDeps } from './deps.ts';
import { mountDownloadRoute } from './download-route.ts';
import { archiveJob, exportJobs, exportSweepJob, resumeArchives } from './jobs.ts';
import { archiveRoutes, reviewExportRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const exportsSlice = defineSlice({
  name: 'exports',
  tables,
  jobs: [archiveJob, exportSweepJob],
  build(shared) {
    const { db, queue, log, settings, platforms } = shared;
    const deps: ExportsDeps = {
      db,
      queue,
      log,
      connectors: platforms.connectors,
      mail: mailSlice.module(shared).deps,
      publicUrl: settings.publicUrl,
      brand: settings.brand,
    };
    return {
      deps,
      web: ({ routes }) => ({
        routes: { reviewExports: reviewExportRoutes(routes, deps), archives: archiveRoutes(routes, deps) },
        mount: (app) => mountDownloadRoute(app, deps),
      }),
      worker: { handlers: () => exportJobs(deps), recover: () => resumeArchives(deps, 0) },
    };
  },
});
