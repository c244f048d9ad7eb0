import { defineSlice } from '../../slices/slice.ts';
import type { ReportsDeps } from './deps.ts';
import { mountPdfRoute } from './pdf-route.ts';
import { createReportRenderer } from './report-renderer.ts';
import { reportRoutes } from './routes.ts';

export const reportsSlice = defineSlice({
  name: 'reports',
  build({ db, platforms, log, settings }) {
    const { name, primaryColor } = settings.brand;
    const deps: ReportsDeps = {
      db,
      connectors: platforms.connectors,
      renderer: createReportRenderer(log),
      brand: { name, color: primaryColor },
    };
    return {
      deps,
      web: ({ routes, authenticate }) => ({
        routes: { reports: reportRoutes(routes, deps) },
        mount: (app) => mountPdfRoute(app, { ...deps, authenticate }),
      }),
      async close() {
        deps.renderer.close();
      },
    };
  },
});
