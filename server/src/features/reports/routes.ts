import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { ReportsDeps } from './deps.ts';
import { buildMonthlyReport } from './monthly-report.ts';

export function reportRoutes({ reports }: RouteBuilder, { db, connectors }: ReportsDeps) {
  return {
    monthly: reports.monthly.handler(({ input, context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, async (trx) => ({
        report: await buildMonthlyReport(trx, accountId, connectors, input),
      }));
    }),
  };
}
