import { reportPdfPath, reportPdfQuerySchema } from '@kindling/contract/reports';
import type { FastifyInstance } from 'fastify';
import { inTenant } from '../../db/transaction.ts';
import type { Authenticate } from '../../http/caller.ts';
import { mountPdfRoute } from '../../http/pdf-route.ts';
import { assertWanted } from '../../lib/semaphore.ts';
import type { ReportsDeps } from './deps.ts';
import { buildMonthlyReport } from './monthly-report.ts';

/** Mounts `GET /api/v1/reports/monthly.pdf`. */
export function mountReportRoute(
  app: FastifyInstance,
  { authenticate, ...deps }: ReportsDeps & { authenticate: Authenticate },
): void {
  mountPdfRoute(app, authenticate, {
    path: reportPdfPath,
    action: 'figures.read',
    query: reportPdfQuerySchema,
    async make({ accountId }, { language, ...query }, signal) {
      const report = await inTenant(deps.db, accountId, (trx) =>
        buildMonthlyReport(trx, accountId, deps.connectors, query),
      );
      assertWanted(signal);
      return deps.renderer.render({ report, language, brand: deps.brand });
    },
  });
}
