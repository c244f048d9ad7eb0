import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { ReviewSites } from '../pipelines/index.ts';
import type { Connectors } from '../reviews/index.ts';
import { buildDashboard } from './dashboard.ts';
import { buildFigures } from './figures.ts';
import { resolvePeriod, resolveScope } from './scope.ts';
import { buildVisits } from './visits.ts';
import { listTexts, type WordCounter } from './words.ts';

interface AnalyticsDeps {
  db: Database;
  connectors: Connectors;
  reviewSites: ReviewSites;
  words: WordCounter;
  /** Whether visits are counted by state of the United States. */
  hasStates: boolean;
}

export function analyticsRoutes(routes: RouteBuilder, deps: AnalyticsDeps) {
  const { db } = deps;
  return {
    dashboard: routes.analytics.dashboard.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, (trx) => buildDashboard(trx, accountId, input, deps));
    }),
    figures: routes.analytics.figures.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, async (trx) => {
        const scope = await resolveScope(trx, accountId, input);
        const period = await resolvePeriod(trx, accountId, scope, input);
        return buildFigures(trx, accountId, scope, { period, step: input.step, connectors: deps.connectors });
      });
    }),
    words: routes.analytics.words.handler(({ input, context, signal }) => {
      const { accountId } = signedInUser(context);
      const readTexts = () =>
        inTenant(db, accountId, async (trx) => {
          const scope = await resolveScope(trx, accountId, input);
          const { span } = await resolvePeriod(trx, accountId, scope, input);
          return listTexts(trx, accountId, scope, span);
        });
      return deps.words.count(accountId, readTexts, signal);
    }),
    visits: routes.analytics.visits.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, async (trx) => {
        const scope = await resolveScope(trx, accountId, input);
        const period = await resolvePeriod(trx, accountId, scope, input);
        return buildVisits(trx, accountId, { scope, asked: input, period, hasStates: deps.hasStates });
      });
    }),
  };
}
