import type { Connection } from '@kindling/contract/connections';
import { createLimiter } from '@kindling/service/limiter';
import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import type { ConnectionsDeps } from './deps.ts';
import { addPlace, searchPlaces } from './open-places.ts';

/** Each search is billed to the operator: as many as a person makes who looks for a place and mistypes. */
const searchesPerMinute = 20;

/** @param list the account's connections as the API shows them */
export function openPlaceRoutes(
  routes: RouteBuilder,
  deps: ConnectionsDeps,
  list: (accountId: string) => Promise<Connection[]>,
) {
  const calls = createLimiter({ max: searchesPerMinute, windowSeconds: 60 });
  const count = async (accountId: string) => {
    const retryAfter = await calls.take(accountId);
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  };
  return {
    searchOpen: routes.connections.searchOpen.handler(async ({ input, context }) => {
      await count(signedIn(context).accountId);
      return { places: await searchPlaces(deps, input) };
    }),
    addOpen: routes.connections.addOpen.handler(async ({ input, context }) => {
      const user = signedIn(context);
      await count(user.accountId);
      const id = await addPlace(deps, user, input);
      const connection = (await list(user.accountId)).find((one) => one.id === id);
      if (connection === undefined) throw notFound();
      return { connection };
    }),
  };
}
