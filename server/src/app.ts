/** Composition root: the only file that knows every slice and connector, and the identity service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { AppConfig } from '@kindling/contract/app';
import { type ConnectorId, platforms } from '@kindling/contract/platforms';
import {
  BrowserSessions,
  createIdentity,
  type Identity,
  identityMigrations,
  passwordPath,
} from '@kindling/identity';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './config/settings.ts';
import { type Connector, isOpen } from './connectors/connector.ts';
import { createConnectors, createHints, reviewArchives } from './connectors/registry.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { inSystem, inTenant } from './db/transaction.ts';
import { analyticsRoutes } from './features/analytics/index.ts';
import { businessRoutes, createFirstBusiness } from './features/businesses/index.ts';
import {
  type ConnectionsDeps,
  clearLeases,
  connectionJobs,
  connectionRoutes,
  createPace,
  createTokenKeeper,
  deleteDueJob,
  eraseConnection,
  lookAgainJob,
  mountConnectCallback,
  revokeJob,
  withdrawAllGrants,
} from './features/connections/index.ts';
import {
  createEmbedStore,
  createSightingLog,
  type EmbedsDeps,
  embedJobs,
  embedRoutes,
  listEmbedCodes,
  mountEmbedRoutes,
  refreshJob,
} from './features/embeds/index.ts';
import { createErrorRecorder, errorJobs, errorRoutes, errorSweepJob } from './features/errors/index.ts';
import {
  createPost,
  type HelpDeps,
  helpJobs,
  helpRoutes,
  helpSweepJob,
  mountHelpForm,
} from './features/help/index.ts';
import {
  createAuthenticate,
  type ErasureStep,
  eraseDueJob,
  eraseJob,
  type IdentityDeps,
  identityJobs,
  identityRoutes,
  mountPictureRoute,
  type OnAccountCreated,
  profileRoutes,
  refuseEarlierTokens,
} from './features/identity/index.ts';
import {
  type ImportsDeps,
  importJob,
  importJobs,
  importRoutes,
  importSweepJob,
  mountUploadRoute,
  twinsJob,
} from './features/imports/index.ts';
import {
  type MailDeps,
  mailJobs,
  mailJobsDeclared,
  mailTrouble,
  queueAccountMail,
  queueMail,
  sweepDueMail,
} from './features/mail/index.ts';
import {
  mountDeletionStatus,
  mountHooks,
  type NotificationsDeps,
  notificationJobs,
  notificationJobsDeclared,
} from './features/notifications/index.ts';
import {
  moveReviews,
  type ReviewsDeps,
  replyJob,
  replyJobs,
  replySweepJob,
  reviewRoutes,
  sumByListing,
} from './features/reviews/index.ts';
import {
  listLastRuns,
  presentRun,
  requestSync,
  type SyncDeps,
  sweepDueListings,
  sweepJob,
  syncJobs,
  syncListingJob,
  syncRoutes,
  wipeJob,
  wipeSoonJob,
} from './features/sync/index.ts';
import { mountApi, routeBuilder } from './http/api.ts';
import { appPaths } from './http/app-paths.ts';
import { createHttpServer, type OnFailure } from './http/server.ts';
import { deletionPages } from './http/site/deletion-page.ts';
import { readSite } from './http/site/documents.ts';
import { errorPages } from './http/site/error-pages.ts';
import { serveStaticPages } from './http/static-pages.ts';
import type { JobHandler } from './jobs/job.ts';
import { type Queue, startQueue } from './jobs/queue.ts';
import type { Log } from './lib/log.ts';
import { createSecretBox, deriveKey } from './lib/secret-box.ts';

/** Where the built parts of the other workspaces lie. */
export interface BuiltFolders {
  /** Static pages and the app. */
  web: string;
  /** `embed.js` and `frame.js`. */
  guest: string;
}

export interface Services {
  settings: Settings;
  db: Database;
  queue: Queue;
  identity: Identity | null;
  onAccountCreated: OnAccountCreated;
  users: IdentityDeps;
  erasure: ErasureStep;
  connections: ConnectionsDeps;
  reviews: ReviewsDeps;
  sync: SyncDeps;
  imports: ImportsDeps;
  notifications: NotificationsDeps;
  embeds: EmbedsDeps;
  mail: MailDeps;
  help: HelpDeps;
  log: Log;
}

/** Opens and migrates the database. @throws Error with one sentence for the operator. */
export async function openMigrated(settings: Settings, log: Log): Promise<Database> {
  const db = await openDatabase({
    ...(settings.databaseUrl === null
      ? { dataFolder: join(settings.dataFolder, 'database') }
      : { url: settings.databaseUrl }),
    log,
  });
  try {
    await migrate(db, { log, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Builds what the roles of this process share. `connectors` replaces those that the settings name, in tests. */
export async function createServices(
  settings: Settings,
  db: Database,
  folders: BuiltFolders,
  log: Log,
  connectors: ReadonlyMap<ConnectorId, Connector> = createConnectors(settings.platforms),
): Promise<Services> {
  const secrets = [settings.secret, ...settings.oldSecrets];
  const box = createSecretBox(secrets, 'stored-secrets');
  const queue = await startQueue({
    pool: db.pool,
    embedded: db.mode === 'embedded',
    log,
    jobs: [
      eraseJob,
      eraseDueJob,
      revokeJob,
      deleteDueJob,
      lookAgainJob,
      syncListingJob,
      sweepJob,
      wipeJob,
      wipeSoonJob,
      importJob,
      importSweepJob,
      twinsJob,
      replyJob,
      replySweepJob,
      ...notificationJobsDeclared,
      refreshJob,
      ...mailJobsDeclared,
      helpSweepJob,
      errorSweepJob,
    ],
  });
  const mail: MailDeps = { db, queue, box, log, brand: settings.brand, publicUrl: settings.publicUrl };
  const tokens = createTokenKeeper(db, box);
  const onReviewsChanged = (accountId: string) =>
    queue.enqueue(refreshJob, { accountId }, { key: accountId });
  const onConnectionTrouble: ConnectionsDeps['onConnectionTrouble'] = (trx, accountId, trouble) =>
    mailTrouble(mail, trx, accountId, trouble);
  const pace = createPace(db, connectors);
  const reviews: ReviewsDeps = {
    db,
    connectors,
    tokens,
    pace,
    queue,
    log,
    onConnectionTrouble,
    onReviewsChanged,
  };
  const sync: SyncDeps = {
    ...reviews,
    queue,
    async onReviewsChanged(accountId) {
      await onReviewsChanged(accountId);
      await queue.enqueue(twinsJob, { accountId }, { key: accountId });
    },
  };
  const imports: ImportsDeps = { db, queue, log, archives: reviewArchives, onReviewsChanged };
  const connections: ConnectionsDeps = {
    db,
    connectors,
    box,
    tokens,
    pace,
    queue,
    log,
    publicUrl: settings.publicUrl,
    onConnectionTrouble,
    onListingMoved: moveReviews,
    requestFirstSync: (accountId, listingId) => requestSync(sync, accountId, listingId, 'first'),
    async describeListings(trx, accountId) {
      const counts = await sumByListing(trx, accountId);
      const runs = new Map(
        (await listLastRuns(trx, accountId)).map((row) => [row.listing_id, presentRun(row)]),
      );
      return new Map(
        [...new Set([...counts.keys(), ...runs.keys()])].map((id) => [
          id,
          { storedCount: counts.get(id) ?? 0, lastRun: runs.get(id) ?? null },
        ]),
      );
    },
    onContentRemoved: (accountId, after) =>
      after === undefined
        ? onReviewsChanged(accountId)
        : queue.enqueue(refreshJob, { accountId }, { key: `${accountId} later`, after }),
  };
  const notifications: NotificationsDeps = {
    ...sync,
    hints: createHints(settings.platforms),
    personKey: deriveKey(settings.secret, 'deletion-requests'),
    publicUrl: settings.publicUrl,
    eraseConnection: (accountId, connectionId) => eraseConnection(connections, accountId, connectionId),
  };
  const store = createEmbedStore({
    db,
    log,
    folder: join(settings.dataFolder, 'snapshots'),
    clientScript: readFileSync(join(folders.guest, 'embed.js'), 'utf8'),
    frameScript: readFileSync(join(folders.guest, 'frame.js'), 'utf8'),
  });
  const embeds: EmbedsDeps = {
    db,
    queue,
    log,
    store,
    publicUrl: settings.publicUrl,
    brand: { name: settings.brand.name, url: settings.publicUrl },
  };
  const identity = settings.roles.includes('identity')
    ? await createIdentity({
        issuerUrl: settings.identityUrl,
        pool: db.pool,
        client: { id: settings.auth.clientId, appOrigins: [settings.publicUrl] },
        audience: settings.auth.audience,
        secret: deriveKey(settings.secret, 'identity').toString('base64url'),
        brand: settings.brand,
        onCredentialsChanged: (sub) => refuseEarlierTokens({ db }, settings.auth.issuer, sub),
        sendMail: (request) => queueMail(mail, request).then(() => undefined),
        trustProxy: settings.trustProxy,
        log,
      })
    : null;
  const help: HelpDeps = {
    db,
    log,
    hmacKey: settings.helpDesk?.hmacKey ?? null,
    storeMail: (request, trx) => queueMail(mail, request, trx),
    hurryMail: () => sweepDueMail(mail),
  };
  const onAccountCreated: OnAccountCreated = async (trx, account) => {
    await createFirstBusiness(trx, account);
    await queueAccountMail(mail, trx, account.id, { kind: 'welcome' });
  };
  return {
    settings,
    db,
    queue,
    identity,
    onAccountCreated,
    users: {
      db,
      log,
      onAccountCreated,
      // Reads the sign-in service's own tables, so it works in every process, whichever role runs where.
      signIns: settings.auth.hosted ? null : new BrowserSessions(db.pool),
      notify: (trx, accountId, notice) => queueAccountMail(mail, trx, accountId, notice),
    },
    erasure: {
      async before(accountId) {
        await withdrawAllGrants(connections, accountId);
        return inTenant(db, accountId, (trx) => listEmbedCodes(trx, accountId));
      },
      after: async (codes) => {
        for (const code of codes) store.drop(code);
        await store.settled();
      },
    },
    connections,
    reviews,
    sync,
    imports,
    notifications,
    embeds,
    mail,
    help,
    log,
  };
}

/** The web role: API, pages, public embeds. */
export async function createWeb(services: Services, folders: BuiltFolders): Promise<FastifyInstance> {
  const { settings, db, log } = services;
  const { issuer, audience } = settings.auth;
  const authenticate = createAuthenticate(db, {
    issuer,
    audience,
    jwksUrl: `${issuer}.well-known/jwks.json`,
  });
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
    void errors.fromServer({ ...sighting, message, stack: stack ?? null });
  };
  const documents = readSite(folders.web, settings);
  const helpDeskUrl = settings.helpDesk?.url ?? null;
  const app = await createHttpServer({
    log,
    onFailure,
    trustProxy: settings.trustProxy,
    https: settings.publicUrl.startsWith('https:'),
    errorPage: errorPages(documents, helpDeskUrl),
  });
  const post = createPost(services.help);
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
      sync: syncRoutes(routes, services.sync),
      imports: importRoutes(routes, services.imports),
      reviews: reviewRoutes(routes, services.reviews),
      embeds: embedRoutes(routes, services.embeds),
      analytics: analyticsRoutes(routes, { db }),
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
  mountEmbedRoutes(app, services.embeds.store, createSightingLog({ db, publicUrl: settings.publicUrl, log }));
  await mountHelpForm(app, services.help, post);
  await mountHooks(app, services.notifications);
  mountDeletionStatus(app, { db }, deletionPages(documents, helpDeskUrl));
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
      mode: settings.platforms[platform]?.mode ?? 'unconfigured',
      open: [...connectors.values()].some((one) => one.platform === platform && isOpen(one)),
    })),
    mailboxUrl: settings.mailboxUrl,
    help:
      settings.helpDesk === null
        ? null
        : { url: settings.helpDesk.url, websiteToken: settings.helpDesk.websiteToken },
  };
}

/** The worker role: takes jobs from the queue and looks for due work at once. */
export async function startWorker(services: Services): Promise<void> {
  const { settings, db, queue, connections, sync, imports, embeds } = services;
  // One process holds the embedded database, so leases in it belong to a process that is gone.
  if (db.mode === 'embedded') await inSystem(db, clearLeases);
  const handlers: JobHandler[] = [
    ...identityJobs({ ...services.users, step: services.erasure, queue }),
    ...connectionJobs(connections),
    ...replyJobs(services.reviews),
    ...syncJobs(sync),
    ...importJobs(imports),
    ...notificationJobs(services.notifications),
    ...embedJobs(embeds),
    ...helpJobs({ db }),
    ...errorJobs({ db }),
  ];
  if (settings.mail.url === null)
    throw new Error(
      'SMTP_URL: expected an address such as smtps://user:password@mail.example.com, because the worker sends mail.',
    );
  handlers.push(...mailJobs(services.mail, { url: settings.mail.url, from: settings.mail.from }));
  await queue.work(handlers);
  await sweepDueMail(services.mail);
  await sweepDueListings(sync);
}
