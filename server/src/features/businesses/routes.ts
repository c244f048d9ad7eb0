import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import { listBusinesses, nameBusiness } from './businesses.ts';

export function businessRoutes(routes: RouteBuilder, { db }: { db: Database }) {
  return {
    list: routes.businesses.list.handler(async ({ context }) => {
      const { accountId } = signedIn(context);
      return { businesses: await inTenant(db, accountId, (trx) => listBusinesses(trx, accountId)) };
    }),
    update: routes.businesses.update.handler(async ({ input, context }) => {
      const { accountId } = signedIn(context);
      return { business: await inTenant(db, accountId, (trx) => nameBusiness(trx, accountId, input)) };
    }),
  };
}
