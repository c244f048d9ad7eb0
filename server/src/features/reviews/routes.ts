import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import { listReviews, reviewFigures } from './reviews.ts';

export function reviewRoutes(routes: RouteBuilder, { db }: { db: Database }) {
  return {
    list: routes.reviews.list.handler(async ({ input, context }) => {
      const { accountId } = signedIn(context);
      const { cursor, limit, ...filter } = input;
      return inTenant(db, accountId, (trx) => listReviews(trx, accountId, { filter, cursor, limit }));
    }),
    figures: routes.reviews.figures.handler(async ({ context }) => {
      const { accountId } = signedIn(context);
      return inTenant(db, accountId, (trx) => reviewFigures(trx, accountId));
    }),
  };
}
