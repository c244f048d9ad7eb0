import type { Connection } from '@kindling/contract/connections';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { addPlace, searchPlaces } from './api-key-places.ts';
import type { ConnectionsDeps } from './deps.ts';

/** The operator pays for each search, so the limit is what a person needs who looks for a place and mistypes. */
const searchesPerMinute = 20;

/** @param list the account's connections as the API shows them */
export function apiKeyPlaceRoutes(
  routes: RouteBuilder,
  deps: ConnectionsDeps,
  list: (accountId: string) => Promise<Connection[]>,
) {
  const calls = deps.limits.create({
    name: 'place-searches',
    max: searchesPerMinute,
    windowSeconds: 60,
    exact: true,
  });
  const count = async (accountId: string) => {
    const retryAfter = await calls.consume(accountId);
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  };
  return {
    searchPlaces: routes.connections.searchPlaces.handler(async ({ input, context }) => {
      await count(signedInUser(context).accountId);
      return { places: await searchPlaces(deps, input) };
    }),
    addPlace: routes.connections.addPlace.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      await count(user.accountId);
      const id = await addPlace(deps, user, input);
      const connection = (await list(user.accountId)).find((one) => one.id === id);
      if (connection === undefined) throw notFound();
      return { connection };
    }),
  };
}
