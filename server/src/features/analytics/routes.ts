import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { ReviewSites } from '../pipelines/index.ts';
import type { Connectors } from '../reviews/index.ts';
import { buildDashboard } from './dashboard.ts';

interface AnalyticsDeps {
  db: Database;
  connectors: Connectors;
  reviewSites: ReviewSites;
}

export function analyticsRoutes(routes: RouteBuilder, { db, connectors, reviewSites }: AnalyticsDeps) {
  return {
    dashboard: routes.analytics.dashboard.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, (trx) => buildDashboard(trx, accountId, connectors, reviewSites));
    }),
  };
}
