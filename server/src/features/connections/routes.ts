import cookies from '@fastify/cookie';
import type { Connection } from '@kindling/contract/connections';
import { platforms } from '@kindling/contract/platforms';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { apiKeyPlaceRoutes } from './api-key-routes.ts';
import { browserCookieName, finishAuthorization, startAuthorization } from './authorize.ts';
import { chooseListings, listAvailable } from './choose-listings.ts';
import type { ConnectionsDeps } from './deps.ts';
import { disconnect } from './disconnect.ts';
import { listListingRows } from './listing-queries.ts';
import { removeListing, updateListing } from './listings.ts';
import { listPlatformRequests, setPlatformRequest } from './platform-requests.ts';
import { presentConnection } from './present.ts';
import { listConnectionRows } from './queries.ts';
import { listPauses } from './rate-limiter.ts';
import { recheckAccess } from './recheck-access.ts';
import { listSyncSettings } from './sync-settings.ts';

const callbackPath = '/oauth/callback';

export function connectionRoutes(routes: RouteBuilder, deps: ConnectionsDeps) {
  return {
    ...apiKeyPlaceRoutes(routes, deps, (accountId) => listConnections(deps, accountId)),
    list: routes.connections.list.handler(async ({ context }) => ({
      connections: await listConnections(deps, signedInUser(context).accountId),
    })),
    authorize: routes.connections.authorize.handler(async ({ input, context }) => {
      const flow = await startAuthorization(deps, signedInUser(context), input.platform);
      context.setCookie(browserCookieName(deps.publicUrl), flow.browserSecret, {
        path: callbackPath,
        maxAgeSeconds: flow.maxAgeSeconds,
      });
      return { url: flow.url };
    }),
    available: routes.connections.available.handler(async ({ input, context }) => ({
      listings: await listAvailable(deps, signedInUser(context), input.id),
    })),
    choose: routes.connections.choose.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      await chooseListings(deps, user, input.id, input.externalIds);
      return { connection: await getConnection(deps, user.accountId, input.id) };
    }),
    disconnect: routes.connections.disconnect.handler(async ({ input, context }) => {
      await disconnect(deps, signedInUser(context), input.id, input.content);
      return { ok: true as const };
    }),
    recheckAccess: routes.connections.recheckAccess.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      await recheckAccess(deps, user, input.id);
      return { connection: await getConnection(deps, user.accountId, input.id) };
    }),
    updateListing: routes.connections.updateListing.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      const { id, ...change } = input;
      await updateListing(deps, user, id, change);
      const connections = await listConnections(deps, user.accountId);
      const listing = connections.flatMap((one) => one.listings).find((one) => one.id === id);
      if (listing === undefined) throw notFound();
      return { listing };
    }),
    removeListing: routes.connections.removeListing.handler(async ({ input, context }) => {
      await removeListing(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
    platformRequests: routes.connections.platformRequests.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return { platforms: await inTenant(deps.db, accountId, (trx) => listPlatformRequests(trx, accountId)) };
    }),
    requestPlatform: routes.connections.requestPlatform.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      const { platform, wanted } = input;
      return {
        platforms: await inTenant(deps.db, accountId, (trx) =>
          setPlatformRequest(trx, accountId, platform, wanted),
        ),
      };
    }),
  };
}

async function getConnection(deps: ConnectionsDeps, accountId: string, id: string): Promise<Connection> {
  const connection = (await listConnections(deps, accountId)).find((one) => one.id === id);
  if (connection === undefined) throw notFound();
  return connection;
}

async function listConnections(deps: ConnectionsDeps, accountId: string): Promise<Connection[]> {
  const pauses = await inSystem(deps.db, listPauses);
  return inTenant(deps.db, accountId, async (trx) => {
    const settings = await listSyncSettings(trx);
    const rows = await listConnectionRows(trx, accountId);
    const listings = await listListingRows(trx, accountId);
    const details = await deps.describeListings(trx, accountId);
    return rows.map((row) => presentConnection(row, listings, { details, pauses, settings }));
  });
}

const queryText = z.string().max(4096).optional().catch(undefined);
const callbackQuery = z.object({ state: queryText, code: queryText, error: queryText });

/**
 * The platform redirects the browser here. The one-time state authenticates the request, and the response always
 * redirects to our screen.
 */
export async function mountConnectCallback(app: FastifyInstance, deps: ConnectionsDeps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookies);
    addCallbackRoute(scope, deps);
  });
}

function addCallbackRoute(app: FastifyInstance, deps: ConnectionsDeps): void {
  const cookie = browserCookieName(deps.publicUrl);
  app.get<{ Params: { platform: string } }>(
    `${callbackPath}/:platform`,
    { config: { access: 'state' } },
    async (request, reply) => {
      const { platform } = request.params;
      const query = callbackQuery.parse(request.query);
      const result = await finishAuthorization(deps, {
        platform,
        ...query,
        browserSecret: request.cookies[cookie],
      });
      const known = platforms.find((name) => name === platform);
      const search = new URLSearchParams(
        'problem' in result
          ? { problem: result.problem }
          : { connection: result.connectionId, ...(result.renewed ? { renewed: '1' } : { choose: '1' }) },
      );
      return reply
        .clearCookie(cookie, { path: callbackPath, secure: deps.publicUrl.startsWith('https:') })
        .header('cache-control', 'no-store')
        .redirect(`/connections${known === undefined ? '' : `/${known}`}?${search}`, 303);
    },
  );
}
