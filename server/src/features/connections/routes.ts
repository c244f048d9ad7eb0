import type { Connection } from '@kindling/contract/connections';
import { platforms } from '@kindling/contract/platforms';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedIn } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { browserCookie, finishAuthorisation, startAuthorisation } from './authorise.ts';
import { chooseListings, disconnect, listAvailable } from './connections.ts';
import type { ConnectionsDeps } from './deps.ts';
import { listListingRows } from './listing-queries.ts';
import { presentConnection } from './present.ts';
import { listConnectionRows } from './queries.ts';

const callbackPath = '/oauth/callback';

export function connectionRoutes(routes: RouteBuilder, deps: ConnectionsDeps) {
  return {
    list: routes.connections.list.handler(async ({ context }) => ({
      connections: await listConnections(deps, signedIn(context).accountId),
    })),
    authorise: routes.connections.authorise.handler(async ({ input, context }) => {
      const flow = await startAuthorisation(deps, signedIn(context), input.platform);
      context.setCookie(browserCookie, flow.browserSecret, {
        path: callbackPath,
        maxAgeSeconds: flow.maxAgeSeconds,
      });
      return { url: flow.url };
    }),
    available: routes.connections.available.handler(async ({ input, context }) => ({
      listings: await listAvailable(deps, signedIn(context), input.id),
    })),
    choose: routes.connections.choose.handler(async ({ input, context }) => {
      const user = signedIn(context);
      await chooseListings(deps, user, input.id, input.externalIds);
      const connection = (await listConnections(deps, user.accountId)).find((one) => one.id === input.id);
      if (connection === undefined) throw notFound();
      return { connection };
    }),
    disconnect: routes.connections.disconnect.handler(async ({ input, context }) => {
      await disconnect(deps, signedIn(context), input.id);
      return { ok: true as const };
    }),
  };
}

function listConnections(deps: ConnectionsDeps, accountId: string): Promise<Connection[]> {
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await listConnectionRows(trx, accountId);
    const listings = await listListingRows(trx, accountId);
    const details = await deps.describeListings(trx, accountId);
    return rows.map((row) => presentConnection(row, listings, details));
  });
}

const oneText = z.string().max(4096).optional().catch(undefined);
const callbackQuery = z.object({ state: oneText, code: oneText, error: oneText });

/** The platform sends the browser here; the one-time state is what admits it, and the answer is always our screen. */
export function mountConnectCallback(app: FastifyInstance, deps: ConnectionsDeps): void {
  app.get<{ Params: { platform: string } }>(
    `${callbackPath}/:platform`,
    { config: { access: 'state' } },
    async (request, reply) => {
      const { platform } = request.params;
      const query = callbackQuery.parse(request.query);
      const result = await finishAuthorisation(deps, {
        platform,
        ...query,
        browserSecret: request.cookies[browserCookie],
      });
      const known = platforms.find((name) => name === platform);
      const search = new URLSearchParams(
        'problem' in result ? { problem: result.problem } : { connection: result.connectionId, choose: '1' },
      );
      return reply
        .clearCookie(browserCookie, { path: callbackPath })
        .header('cache-control', 'no-store')
        .redirect(`/connections${known === undefined ? '' : `/${known}`}?${search}`, 303);
    },
  );
}
