import { createPdfRenderer } from '../../lib/pdf/pdf-renderer.ts';
import { defineSlice } from '../../slices/slice.ts';
import type { ReportsDeps } from './deps.ts';
import { mountReportRoute } from './pdf-route.ts';
import { reportRoutes } from './routes.ts';

export const reportsSlice = defineSlice({
  name: 'reports',
  build({ db, platforms, log, settings }) {
    const { name, primaryColor } = settings.brand;
    const deps: ReportsDeps = {
      db,
      connectors: platforms.connectors,
      renderer: createPdfRenderer({ from: import.meta.url, program: 'report-child', log }),
      brand: { name, color: primaryColor },
    };
    return {
      deps,
      web: ({ routes, authenticate }) => ({
        routes: { reports: reportRoutes(routes, deps) },
        mount: (app) => mountReportRoute(app, { ...deps, authenticate }),
      }),
      async close() {
        deps.renderer.close();
      },
    };
  },
});
