/**
 * Composition root: what the roles share. This file and `roles/` are the only ones that know every slice and connector,
 * and the identity service.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpLimits, replyHours } from '@kindling/contract/help-limits';
import type { ConnectorId } from '@kindling/contract/platforms';
import { legalChangedOn, privacyPath, termsPath } from '@kindling/contract/site';
import { BrowserSessions, createIdentity, type Identity } from '@kindling/identity';
import { createLimiter } from '@kindling/service/limiter';
import type { Settings } from './config/settings.ts';
import type { Connector } from './connectors/connector.ts';
import {
  createConnectors,
  createPhotoHosts,
  createPlatformWebhooks,
  reviewArchives,
} from './connectors/registry.ts';
import { type ChangeNotifications, openChangeNotifications } from './db/change-notifications.ts';
import type { Database } from './db/client.ts';
import { inSystem, inTenant } from './db/transaction.ts';
import { createFirstBusiness } from './features/businesses/index.ts';
import {
  type ConnectionsDeps,
  createPlatformRateLimiter,
  createTokenStore,
  deleteDueContentJob,
  eraseConnection,
  recheckAccessJob,
  requestAllGrantRevocations,
  revokeGrantJob,
} from './features/connections/index.ts';
import { type DeletionRequestsDeps, deletionRequestsJob } from './features/deletion-requests/index.ts';
import {
  createAvatarDownloads,
  createAvatars,
  createEmbedStore,
  createFirstSiteRecorder,
  createPageAnalyzer,
  createTrafficBuffer,
  createVisitRecorder,
  type EmbedsDeps,
  lapseJob,
  listEmbedCodes,
  refreshJob,
  trafficSweepJob,
} from './features/embeds/index.ts';
import { errorSweepJob } from './features/errors/index.ts';
import { type HelpDeps, helpSweepJob } from './features/help/index.ts';
import {
  type ErasureStep,
  eraseDueJob,
  eraseJob,
  type IdentityDeps,
  isSessionEnded,
  localTokenKeys,
  markSessionEnded,
  type OnAccountCreated,
  remoteTokenKeys,
  revokeEarlierTokens,
  type TokenKeys,
} from './features/identity/index.ts';
import {
  createWorkbookReader,
  dropDuplicatesJob,
  type ImportsDeps,
  importJob,
  importSweepJob,
} from './features/imports/index.ts';
import {
  type MailDeps,
  mailJobDefinitions,
  queueAccountMail,
  queueConnectionTroubleMail,
  queueMail,
  sweepDueMail,
} from './features/mail/index.ts';
import {
  declaredPlatformWebhookJobs,
  type PlatformWebhooksDeps,
} from './features/platform-webhooks/index.ts';
import {
  enqueueRecount,
  moveReviewsToLocation,
  type ReviewsDeps,
  recountJob,
  recountSweepJob,
  replyJob,
  replySweepJob,
  sumByListing,
} from './features/reviews/index.ts';
import {
  enqueueSync,
  listLastRuns,
  presentRun,
  type SyncDeps,
  sweepJob,
  syncListingJob,
  wipeShortLivedJob,
  wipeUnconfirmedJob,
} from './features/sync/index.ts';
import { type Queue, startQueue } from './jobs/queue.ts';
import { openCountryDatabase } from './lib/country.ts';
import type { Log } from './lib/log.ts';
import { createSafeFetch } from './lib/safe-fetch.ts';
import { createSecretBox, deriveKey, type SecretBox } from './lib/secret-box.ts';
import { createSemaphore } from './lib/semaphore.ts';

/** Where the built parts of the other workspaces lie. */
export interface BuiltFolders {
  /** Static pages and the app. */
  web: string;
  /** The client scripts of embeds (`embed.js` and its sisters), `frame.js` and `loader.js`. */
  guest: string;
}

export interface Services {
  settings: Settings;
  db: Database;
  changes: ChangeNotifications;
  queue: Queue;
  identity: Identity | null;
  tokenKeys: TokenKeys;
  onAccountCreated: OnAccountCreated;
  users: IdentityDeps;
  erasure: ErasureStep;
  connections: ConnectionsDeps;
  reviews: ReviewsDeps;
  sync: SyncDeps;
  imports: ImportsDeps;
  deletionRequests: DeletionRequestsDeps;
  platformWebhooks: PlatformWebhooksDeps;
  embeds: EmbedsDeps;
  mail: MailDeps;
  help: HelpDeps;
  log: Log;
}

/** Every kind of job there is; a worker that starts without one of them would leave its requests lying. */
const jobs = [
  eraseJob,
  eraseDueJob,
  revokeGrantJob,
  deleteDueContentJob,
  recheckAccessJob,
  syncListingJob,
  sweepJob,
  wipeUnconfirmedJob,
  wipeShortLivedJob,
  importJob,
  importSweepJob,
  dropDuplicatesJob,
  replyJob,
  replySweepJob,
  recountJob,
  recountSweepJob,
  ...declaredPlatformWebhookJobs,
  deletionRequestsJob,
  refreshJob,
  lapseJob,
  trafficSweepJob,
  ...mailJobDefinitions,
  helpSweepJob,
  errorSweepJob,
];

/** What nearly every slice asks for. */
interface Ground {
  settings: Settings;
  db: Database;
  queue: Queue;
  mail: MailDeps;
  log: Log;
}

/** Builds what the roles of this process share. `connectors` replaces those that the settings name, in tests. */
export async function createServices(
  settings: Settings,
  db: Database,
  folders: BuiltFolders,
  log: Log,
  connectors: ReadonlyMap<ConnectorId, Connector> = createConnectors(settings.connectors),
): Promise<Services> {
  const box = createSecretBox([settings.secret, ...settings.oldSecrets], 'stored-secrets');
  const changes = await openChangeNotifications(db);
  const queue = await startQueue({ db, log, jobs });
  const mail: MailDeps = { db, queue, box, log, brand: settings.brand, publicUrl: settings.publicUrl };
  const ground: Ground = { settings, db, queue, mail, log };
  const slices = createSlices(ground, connectors, box);
  const embeds = createEmbeds(ground, folders);
  const identity = settings.roles.includes('identity') ? await startSignInService(ground) : null;
  const onAccountCreated: OnAccountCreated = async (trx, account) => {
    await createFirstBusiness(trx, account);
    await queueAccountMail(mail, trx, account.id, { kind: 'welcome' });
  };
  return {
    settings,
    db,
    changes,
    queue,
    identity,
    tokenKeys: identity === null ? remoteTokenKeys(settings.auth.keysUrl, log) : localTokenKeys(identity),
    onAccountCreated,
    users: {
      db,
      log,
      onAccountCreated,
      // Reads the sign-in service's own tables, so it works in every process, whichever role runs where.
      signIns: settings.auth.hosted ? null : new BrowserSessions(db.pool),
      zoneLimit: createLimiter({ max: 10, windowSeconds: 3_600 }),
      onZoneChanged: (accountId) => enqueueRecount({ queue }, accountId),
      notify: (trx, accountId, notice) => queueAccountMail(mail, trx, accountId, notice),
    },
    erasure: createErasure(slices.connections, embeds),
    ...slices,
    embeds,
    mail,
    help: {
      db,
      log,
      hmacKey: settings.helpDesk?.hmacKey ?? null,
      identityOrigin: new URL(settings.identityUrl).origin,
      queueMail: (request, trx) => queueMail(mail, request, trx),
      deliverMailNow: () => sweepDueMail(mail),
    },
    log,
  };
}

/** The slices that bring reviews in: connections, runs, imports and what platforms tell by themselves. */
function createSlices(
  { settings, db, queue, mail, log }: Ground,
  connectors: ReadonlyMap<ConnectorId, Connector>,
  box: SecretBox,
): Pick<Services, 'connections' | 'reviews' | 'sync' | 'imports' | 'deletionRequests' | 'platformWebhooks'> {
  const tokens = createTokenStore(db, box);
  const onReviewsChanged = (accountId: string) =>
    queue.enqueue(refreshJob, { accountId }, { key: accountId });
  const onConnectionTrouble: ConnectionsDeps['onConnectionTrouble'] = (trx, accountId, trouble) =>
    queueConnectionTroubleMail(mail, trx, accountId, trouble);
  const rateLimiter = createPlatformRateLimiter(db, connectors);
  const reviews: ReviewsDeps = {
    db,
    connectors,
    tokens,
    rateLimiter,
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
      await queue.enqueue(dropDuplicatesJob, { accountId }, { key: accountId });
    },
  };
  const imports: ImportsDeps = {
    db,
    queue,
    log,
    archives: reviewArchives,
    tableReads: createSemaphore({ maxConcurrent: 2, maxQueued: 20, retryAfter: 10 }),
    workbookReads: createSemaphore({ maxConcurrent: 1, maxQueued: 20, retryAfter: 10 }),
    workbooks: createWorkbookReader(log),
    workbookLimiter: createLimiter({ max: 1, windowSeconds: 300 }),
    readLimiter: createLimiter({ max: 60, windowSeconds: 60 }),
    onReviewsChanged,
  };
  const connections: ConnectionsDeps = {
    db,
    connectors,
    box,
    tokens,
    rateLimiter,
    queue,
    log,
    publicUrl: settings.publicUrl,
    onConnectionTrouble,
    onListingMoved: moveReviewsToLocation,
    requestListingSync: (accountId, listingId) => enqueueSync(sync, accountId, listingId, 'first'),
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
        : queue.enqueue(refreshJob, { accountId }, { key: `${accountId} later`, delaySeconds: after }),
  };
  const deletionRequests: DeletionRequestsDeps = {
    db,
    queue,
    log,
    personHashKey: deriveKey(settings.secret, 'deletion-requests'),
    eraseConnection: (accountId, connectionId) => eraseConnection(connections, accountId, connectionId),
  };
  const platformWebhooks: PlatformWebhooksDeps = {
    ...sync,
    webhooks: createPlatformWebhooks(settings.connectors),
    deletionRequests,
    publicUrl: settings.publicUrl,
  };
  return { connections, reviews, sync, imports, deletionRequests, platformWebhooks };
}

/** What shows reviews on other people's pages. */
function createEmbeds({ settings, db, queue, log }: Ground, folders: BuiltFolders): EmbedsDeps {
  const guestScript = (name: string) => readFileSync(join(folders.guest, `${name}.js`), 'utf8');
  const store = createEmbedStore({
    db,
    log,
    folder: join(settings.dataFolder, 'snapshots'),
    clientScripts: {
      embed: guestScript('embed'),
      paged: guestScript('paged'),
      moving: guestScript('moving'),
      opening: guestScript('opening'),
    },
    frameScript: guestScript('frame'),
  });
  const avatars = createAvatars({
    db,
    log,
    folder: join(settings.dataFolder, 'avatars'),
    hosts: createPhotoHosts(settings.connectors),
    ...createAvatarDownloads(settings.publicUrl),
  });
  return {
    db,
    queue,
    log,
    store,
    visits: createVisits(settings, db, log),
    avatars,
    loaderScript: guestScript('loader'),
    fetchPage: createSafeFetch({ agent: `Mozilla/5.0 (compatible; page check; +${settings.publicUrl})` }),
    pageReader: createPageAnalyzer(log),
    publicUrl: settings.publicUrl,
    brand: { name: settings.brand.name, url: settings.publicUrl },
  };
}

/** The sign-in service, for processes that run it. */
function startSignInService({ settings, db, mail, log }: Ground): Promise<Identity> {
  return createIdentity({
    issuerUrl: settings.identityUrl,
    pool: db.pool,
    client: { id: settings.auth.clientId, appOrigins: [settings.publicUrl] },
    audience: settings.auth.audience,
    secret: deriveKey(settings.secret, 'identity').toString('base64url'),
    brand: settings.brand,
    terms: {
      version: legalChangedOn,
      termsUrl: `${settings.publicUrl}${termsPath}`,
      privacyUrl: `${settings.publicUrl}${privacyPath}`,
    },
    help: {
      action: `${settings.publicUrl}/help`,
      honeypot: helpLimits.honeypot,
      maxMessage: helpLimits.message,
      maxName: helpLimits.name,
      replyHours,
    },
    isTokenRevoked: (token) => inSystem(db, (trx) => isSessionEnded(trx, token)),
    onSessionEnded: (sessionId) => markSessionEnded({ db }, sessionId),
    onCredentialsChanged: (sub) => revokeEarlierTokens({ db }, settings.auth.issuer, sub),
    sendMail: (request) => queueMail(mail, request).then(() => undefined),
    limits: db.mode === 'postgres' ? 'database' : 'memory',
    trustProxy: settings.trustProxy,
    log,
  });
}

/** What the end of an account takes along beyond its rows. */
function createErasure(connections: ConnectionsDeps, { db, avatars, store }: EmbedsDeps): ErasureStep {
  return {
    async before(accountId) {
      await requestAllGrantRevocations(connections, accountId);
      const codes = await inTenant(db, accountId, (trx) => listEmbedCodes(trx, accountId));
      // Among codes of ten characters the id of the account is known by its length.
      return [...codes, accountId];
    },
    after: async (named) => {
      for (const one of named) {
        if (one.length > 10) await avatars.eraseAccount(one);
        else store.drop(one);
      }
      await store.settled();
    },
  };
}

/** What counts the visits of embeds; only the web role has any. */
function createVisits(settings: Settings, db: Database, log: Log): EmbedsDeps['visits'] {
  const { publicUrl } = settings;
  return createVisitRecorder({
    publicUrl,
    countryOf: settings.roles.includes('web') ? openCountryDatabase(settings.countries, log) : () => '',
    counts: createTrafficBuffer({ db, log }),
    sightings: createFirstSiteRecorder({ db, publicUrl, log }),
  });
}
