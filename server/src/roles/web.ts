/** The web role: API, pages, public embeds. */
import cookie from '@fastify/cookie';
import type { AppConfig } from '@kindling/contract/app';
import { type ConnectorId, platforms } from '@kindling/contract/platforms';
import { passwordPath } from '@kindling/identity';
import type { FastifyInstance } from 'fastify';
import type { BuiltFolders, Services } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { type Connector, usesApiKey } from '../connectors/connector.ts';
import { credentialsOf } from '../connectors/registry.ts';
import { analyticsRoutes } from '../features/analytics/index.ts';
import { businessRoutes } from '../features/businesses/index.ts';
import { connectionRoutes, mountConnectCallback } from '../features/connections/index.ts';
import { mountDeletionStatusPage } from '../features/deletion-requests/index.ts';
import {
  embedRoutes,
  mountAvatarRoute,
  mountEmbedRoutes,
  mountEventRoute,
} from '../features/embeds/index.ts';
import { createErrorRecorder, errorRoutes } from '../features/errors/index.ts';
import { createSupportMessages, helpRoutes, mountHelpForm } from '../features/help/index.ts';
import {
  createAuthenticate,
  identityRoutes,
  mountPictureRoute,
  profileRoutes,
  signInChangeKeys,
} from '../features/identity/index.ts';
import { importRoutes, mountUploadRoute } from '../features/imports/index.ts';
import { mountPlatformWebhooks } from '../features/platform-webhooks/index.ts';
import { reviewRoutes } from '../features/reviews/index.ts';
import { syncRoutes } from '../features/sync/index.ts';
import { mountApi, routeBuilder } from '../http/api.ts';
import { appPaths } from '../http/app-paths.ts';
import { createEventStreams } from '../http/event-streams.ts';
import { createHttpServer, type OnFailure } from '../http/server.ts';
import { createSignInWatcher } from '../http/sign-in-watcher.ts';
import { createDeletionPage } from '../http/site/deletion-page.ts';
import { loadSite } from '../http/site/documents.ts';
import { createErrorPage } from '../http/site/error-pages.ts';
import { serveStaticPages } from '../http/static-pages.ts';

export async function createWeb(services: Services, folders: BuiltFolders): Promise<FastifyInstance> {
  const { settings, db, log } = services;
  const { issuer, audience } = settings.auth;
  const authenticate = createAuthenticate(db, { issuer, audience }, services.tokenKeys.find);
  const errors = createErrorRecorder({
    db,
    log,
    // A report is worth having also where nobody can say whose it is.
    findAccount: (authorization) =>
      authenticate(authorization, 'user').then(
        (caller) => (caller.kind === 'user' ? caller.user.accountId : null),
        () => null,
      ),
  });
  const onFailure: OnFailure = ({ error, ...sighting }) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    void errors.recordServerError({ ...sighting, message, stack: stack ?? null });
  };
  const documents = loadSite(folders.web, settings);
  const helpDeskUrl = settings.helpDesk?.url ?? null;
  const app = await createHttpServer({
    log,
    onFailure,
    trustProxy: settings.trustProxy,
    https: settings.publicUrl.startsWith('https:'),
    errorPage: createErrorPage(documents, helpDeskUrl),
  });
  const { changes } = services;
  const signIns = createSignInWatcher({
    changes,
    keysOf: signInChangeKeys,
    isSignedOut: ({ authorization }) =>
      authenticate(authorization, 'user').then(
        () => false,
        () => true,
      ),
  });
  const streams = createEventStreams({ changes, signIns });
  const post = createSupportMessages(services.help);
  const routes = routeBuilder(authenticate);
  const config = appConfig(settings, services.connections.connectors);
  await mountApi(app, {
    title: settings.brand.name,
    publicUrl: settings.publicUrl,
    log,
    onFailure,
    router: {
      app: { config: routes.app.config.handler(() => config) },
      users: identityRoutes(routes, services.users),
      profile: profileRoutes(routes, services.users),
      businesses: businessRoutes(routes, { db }),
      connections: connectionRoutes(routes, services.connections),
      sync: syncRoutes(routes, services.sync, streams),
      imports: importRoutes(routes, services.imports, streams),
      reviews: reviewRoutes(routes, services.reviews),
      embeds: embedRoutes(routes, services.embeds),
      analytics: analyticsRoutes(routes, services.reviews),
      help: helpRoutes(routes, services.help, post),
      errorReports: errorRoutes(routes, errors),
    },
  });
  await app.register(async (scope) => {
    await scope.register(cookie);
    mountConnectCallback(scope, services.connections);
  });
  mountPictureRoute(app, { db, authenticate });
  await mountUploadRoute(app, { ...services.imports, authenticate });
  mountEmbedRoutes(app, services.embeds);
  mountEventRoute(app, services.embeds, log);
  mountAvatarRoute(app, services.embeds.avatars);
  await mountHelpForm(app, services.help, post);
  await mountPlatformWebhooks(app, services.platformWebhooks);
  mountDeletionStatusPage(app, { db }, createDeletionPage(documents, helpDeskUrl));
  await serveStaticPages(app, {
    folder: folders.web,
    documents,
    publicUrl: settings.publicUrl,
    helpDeskUrl,
    identityOrigin: new URL(issuer).origin,
    clientId: settings.auth.clientId,
    appPaths,
    log,
  });
  app.get('/healthz', { config: { access: 'public' } }, () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const ready = await db.health().then(
      () => true,
      () => false,
    );
    return reply.status(ready ? 200 : 503).send({ ok: ready });
  });
  return app;
}

function appConfig(settings: Settings, connectors: ReadonlyMap<ConnectorId, Connector>): AppConfig {
  const { domain, clientId, audience, hosted } = settings.auth;
  const passwordUrl = hosted ? null : `${settings.identityUrl}${passwordPath}`;
  return {
    brand: settings.brand,
    auth: { domain, clientId, audience, passwordUrl },
    platforms: platforms.map((platform) => ({
      platform,
      mode: settings.connectors.get(platform)?.mode ?? 'unconfigured',
      credentials: [...credentialsOf(platform)],
      open: [...connectors.values()].some((one) => one.platform === platform && usesApiKey(one)),
    })),
    mailboxUrl: settings.mailboxUrl,
    help:
      settings.helpDesk === null
        ? null
        : { url: settings.helpDesk.url, websiteToken: settings.helpDesk.websiteToken },
  };
}
