/** The web role: API, pages, public embeds. */
import type { AppConfig } from '@kindling/contract/app';
import { type ConnectorId, platforms as platformNames } from '@kindling/contract/platforms';
import { appPaths } from '@kindling/contract/screens';
import { statusPath } from '@kindling/contract/site';
import { passwordPath, securityPath } from '@kindling/identity';
import type { FastifyInstance } from 'fastify';
import type { BuiltFolders, Services } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { type Connector, usesApiKey } from '../connectors/connector.ts';
import { credentialsOf } from '../connectors/registry.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { planPrices } from '../features/billing/index.ts';
import { checkActingTrail, createAuthenticate, signInChangeKeys } from '../features/identity/index.ts';
import { createNoticeBoard } from '../features/maintenance/index.ts';
import { findLastSuccess } from '../features/sync/index.ts';
import { joinRoutes, mountApi, routeBuilder } from '../http/api.ts';
import { haveSameLimits, signedInUser } from '../http/caller.ts';
import { createEventStreams } from '../http/event-streams.ts';
import { mountHealth } from '../http/health.ts';
import { createHttpServer, type OnFailure } from '../http/server.ts';
import { createSignInWatcher } from '../http/sign-in-watcher.ts';
import { createDeletionPage } from '../http/site/deletion-page.ts';
import { loadSite } from '../http/site/documents.ts';
import { createErrorPage } from '../http/site/error-pages.ts';
import { createStatusPage, type StatusChecks } from '../http/site/status-page.ts';
import { serveStaticPages } from '../http/static-pages.ts';
import type { WebContext } from '../slices/slice.ts';

/** Builds the HTTP server of the web role; it does not listen yet. */
export async function createWeb(services: Services, folders: BuiltFolders): Promise<FastifyInstance> {
  const { settings, db, log, changes, platforms, modules } = services;
  const authenticate = createAuthenticate(db, settings.auth, services.tokenKeys.find);
  const signIns = createSignInWatcher({
    changes,
    keysOf: signInChangeKeys,
    isSignedOut: (context) =>
      authenticate(context, 'user').then(
        (caller) => !haveSameLimits(signedInUser({ caller }), signedInUser(context)),
        () => true,
      ),
  });
  const documents = loadSite(folders.web, settings);
  const helpDeskUrl = settings.helpDesk?.url ?? null;
  const routes = routeBuilder(
    authenticate,
    (accountId) => inTenant(db, accountId, (trx) => services.plans.readEntitlements(trx, accountId)),
    services.readOnly,
    services.replicaReads,
    checkActingTrail,
  );
  const context: WebContext = {
    routes,
    authenticate,
    streams: createEventStreams({ changes, signIns }),
    renderDeletionPage: createDeletionPage(documents, helpDeskUrl),
  };
  const parts = modules.flatMap(({ web }) => (web === undefined ? [] : [web(context)]));
  const onFailure: OnFailure = (failure) => {
    for (const part of parts) part.onFailure?.(failure);
  };
  const app = await createHttpServer({
    log,
    onFailure,
    trustProxy: settings.trustProxy,
    https: settings.publicUrl.startsWith('https:'),
    errorPage: createErrorPage(documents, helpDeskUrl),
    limits: services.limits,
    draining: services.draining,
  });
  const config = appConfig(settings, platforms.connectors);
  mountApi(app, {
    title: settings.brand.name,
    publicUrl: settings.publicUrl,
    log,
    onFailure,
    router: joinRoutes([
      { app: { config: routes.app.config.handler(() => config) } },
      ...parts.map((part) => part.routes ?? {}),
    ]),
  });
  for (const part of parts) await part.mount?.(app);
  await serveStaticPages(app, {
    folder: folders.web,
    documents,
    publicUrl: settings.publicUrl,
    helpDeskUrl,
    identityOrigin: new URL(settings.auth.issuer).origin,
    clientId: settings.auth.clientId,
    appPaths,
    live: new Map([[statusPath, createStatusPage(documents, statusChecks(services))]]),
    log,
  });
  mountHealth(app, db, services.draining);
  return app;
}

/** What the page about the state asks. */
function statusChecks({ db, changes, readOnly }: Services): StatusChecks {
  const board = createNoticeBoard(db, changes);
  return {
    checkDatabase: () => db.health(),
    readLastSync: () => inSystem(db, findLastSuccess),
    isReadOnly: readOnly.isOn,
    readNotices: (language) => board.read(language),
  };
}

function appConfig(settings: Settings, connectors: ReadonlyMap<ConnectorId, Connector>): AppConfig {
  const { domain, clientId, audience, hosted } = settings.auth;
  const passwordUrl = hosted ? null : `${settings.identityUrl}${passwordPath}`;
  const securityUrl = hosted ? null : `${settings.identityUrl}${securityPath}`;
  return {
    brand: settings.brand,
    auth: { domain, clientId, audience, passwordUrl, securityUrl },
    platforms: platformNames.map((platform) => ({
      platform,
      mode: settings.connectors.get(platform)?.mode ?? 'unconfigured',
      credentials: [...credentialsOf(platform)],
      apiKeyAccess: [...connectors.values()].some((one) => one.platform === platform && usesApiKey(one)),
    })),
    mailboxUrl: settings.mailboxUrl,
    plans: planPrices(settings),
    help:
      settings.helpDesk === null
        ? null
        : { url: settings.helpDesk.url, websiteToken: settings.helpDesk.websiteToken },
  };
}
