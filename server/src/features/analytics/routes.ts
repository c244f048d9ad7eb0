import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import { makeDashboard } from './dashboard.ts';

export function analyticsRoutes(routes: RouteBuilder, { db }: { db: Database }) {
  return {
    dashboard: routes.analytics.dashboard.handler(async ({ context }) => {
      const { accountId } = signedIn(context);
      return inTenant(db, accountId, (trx) => makeDashboard(trx, accountId));
    }),
  };
}
