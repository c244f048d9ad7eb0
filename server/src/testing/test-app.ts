/**
 * For tests only: the web app in this process on its own database, with platforms in memory and a token issuer whose key
 * is generated for the tests of the process.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { accountHeader, actingHeader, claims, confirmActingHeader } from '@kindling/contract/constants';
import type { ConnectorId } from '@kindling/contract/platforms';
import type { AccountRole } from '@kindling/contract/rights';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { startPayments } from '../../../simulators/payments/server.ts';
import { allJobs, closeModules, createServices, type Services } from '../app.ts';
import { readSettings } from '../config/settings.ts';
import type { Connector } from '../connectors/connector.ts';
import { inSystem } from '../db/transaction.ts';
import { recordActivation } from '../features/billing/activation.ts';
import { findCaller } from '../features/identity/queries.ts';
import { createLog } from '../lib/log.ts';
import { createWeb } from '../processes/web.ts';
import { apiAddress } from './api-address.ts';
import { createTestDatabase, type DatabaseMode } from './database.ts';
import { createFakeApiKeyConnector, createFakeConnector, type FakeConnector } from './fake-connector.ts';
import { giveRole } from './give-role.ts';
import { paymentSettings } from './payment-settings.ts';
import { writeTestSite } from './test-site.ts';
import { startTokenIssuer, type TokenIssuer } from './token-issuer.ts';

export interface TestResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed body where it is JSON, else undefined. */
  json: unknown;
}

export interface TestUser {
  accountId: string;
  userId: string;
  role: AccountRole;
  locationIds: readonly string[] | null;
  email: string;
  sub: string;
  token: string;
  /** Calls a declared path of the API with the user's token; `body` is sent as JSON. */
  call(method: string, path: string, body?: unknown): Promise<TestResponse>;
}

export interface TestApp {
  services: Services;
  web: FastifyInstance;
  issuer: TokenIssuer;
  /** The platforms in memory, used when the caller gives no connectors. */
  platforms: { google: FakeConnector; facebook: FakeConnector };
  /** Address of the simulator of the payment provider; null without one. */
  paymentsUrl: string | null;
  dataFolder: string;
  /** Everything that was logged, one JSON object per line. */
  logLines: string[];
  /** Signs up (or in again) through the API. */
  signIn(email: string): Promise<TestUser>;
  /** The same for a Super Admin, who signs in in a session of their own. */
  signInAdmin(email: string): Promise<TestUser>;
  /** Calls the API as the member of an acting session; `confirms` confirms each act. */
  callActing(token: string, actingId: string, options?: { confirms?: boolean }): TestUser['call'];
  /** Calls the API with a token, and with the header that names an account where one is given. */
  callWith(token: string, account?: string): TestUser['call'];
  /** Sends a request without a network. Each has its own client address unless `remoteAddress` is given. */
  request(options: InjectOptions): Promise<TestResponse>;
  /** Listens on a free port, for tests that need a real connection. @returns the origin */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  connectors?: readonly Connector[];
  /** More environment variables of the program. */
  settings?: Record<string, string>;
  /** Whether the installation has plans; payments go to nobody unless `settings` name an address. */
  plans?: boolean;
  /** Starts the simulator of the payment provider for this app, which then has plans. */
  payments?: boolean;
}

const publicUrl = 'http://kindling.test';
const simulatorSecret = 'kindling-local-secret';

/** The countries of IPv4 addresses only: the start of an app reads 3 MB instead of 8 MB. */
const countriesFile = createRequire(import.meta.url).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
);

export async function startTestApp(mode: DatabaseMode, options: TestAppOptions = {}): Promise<TestApp> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindling-app-'));
  const folders = {
    web: path.join(dataFolder, 'web'),
    guest: path.join(dataFolder, 'guest'),
    maps: path.join(dataFolder, 'maps'),
  };
  await writeBuiltFiles(dataFolder);
  const issuer = await startTokenIssuer(`${options.settings?.PUBLIC_URL ?? publicUrl}/api`);
  const database = await createTestDatabase(mode, { jobs: allJobs() });
  const payments =
    options.payments === true ? await startPayments({ port: 0, secret: simulatorSecret }) : null;
  const settings = readSettings({
    PUBLIC_URL: publicUrl,
    IDENTITY_URL: issuer.url,
    KINDLING_ROLES: 'web,worker',
    KINDLING_DATA: dataFolder,
    KINDLING_SECRET: 'a secret of the tests that is long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    KINDLING_SIMULATOR_SECRET: simulatorSecret,
    ...(payments === null ? {} : { KINDLING_PAYMENTS_SIMULATOR_URL: payments.url }),
    COUNTRIES_FILE: countriesFile,
    ...(options.plans === true ? paymentSettings : {}),
    ...options.settings,
  });
  const logLines: string[] = [];
  const log = createLog('info', { write: (line: string) => void logLines.push(line) });
  const platforms = { google: createFakeConnector('google'), facebook: createFakeConnector('facebook') };
  const connectors = new Map<ConnectorId, Connector>(
    (options.connectors ?? [...Object.values(platforms), createFakeApiKeyConnector()]).map((one) => [
      one.id,
      one,
    ]),
  );
  const services = await createServices(settings, database.db, folders, log, connectors);
  await recordActivation(database.db, settings.plansEnabled);
  const web = await createWeb(services, folders);
  const request = requester(web);
  let origin: Promise<string> | null = null;
  return {
    services,
    web,
    issuer,
    platforms,
    paymentsUrl: payments?.url ?? null,
    dataFolder,
    logLines,
    request,
    signIn: (email) => signIn({ services, issuer, request }, email),
    signInAdmin: async (email) => {
      const user = await signIn({ services, issuer, request }, email);
      await giveRole(services.db, email, 'Super Admin');
      const payload = { [claims.session]: randomBytes(16).toString('hex') };
      const token = await issuer.sign({ sub: user.sub, email }, { payload });
      return { ...user, token, call: apiCaller(request, token) };
    },
    callActing: (token, actingId, { confirms = false } = {}) =>
      apiCaller(request, token, {
        [actingHeader]: actingId,
        ...(confirms ? { [confirmActingHeader]: 'yes' } : {}),
      }),
    callWith: (token, account) =>
      apiCaller(request, token, account === undefined ? {} : { [accountHeader]: account }),
    listen: () => {
      origin ??= web.listen({ host: '127.0.0.1', port: 0 });
      return origin;
    },
    async close() {
      await web.close();
      await closeModules(services);
      await services.queue.stop();
      await payments?.close();
      await database.close();
      await issuer.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Writes placeholders for the builds of the other workspaces. */
async function writeBuiltFiles(dataFolder: string): Promise<void> {
  const files: Record<string, string> = {
    'web/app.html': '<!doctype html><title>app</title>',
    'web/prefs.js': '',
    'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/assets/app-1.js': 'export {};',
    'guest/embed.js': '(()=>{})()',
    'guest/paged.js': '(()=>{})()',
    'guest/moving.js': '(()=>{})()',
    'guest/opening.js': '(()=>{})()',
    'guest/frame.js': '(()=>{})()',
    'guest/searching.js': '(()=>{kindling.code})();',
    'guest/arriving.js': '(()=>{kindling.code})();',
    'guest/page-events.js': '(()=>{kindling.length})();',
    'guest/page-language.js': '(()=>{kindling.show(MutationObserver)})();',
    'guest/loader.js': '(()=>{})()',
    'guest/preview.js': '(()=>{})()',
    'guest/collect.js': '(()=>{})()',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dataFolder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeTestSite(path.join(dataFolder, 'web'));
}

/** Each request has its own client address, so that only tests of the rate limit meet it. */
function requester(web: FastifyInstance): TestApp['request'] {
  let count = 0;
  return async (options) => {
    count += 1;
    const response = await web.inject({
      remoteAddress: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      ...options,
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      json: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
    };
  };
}

function apiCaller(
  request: TestApp['request'],
  token: string,
  headers: Record<string, string> = {},
): TestUser['call'] {
  return (method, path, body) =>
    request({
      method: method as NonNullable<InjectOptions['method']>,
      url: apiAddress(path),
      headers: {
        authorization: `Bearer ${token}`,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
}

async function signIn(
  app: Pick<TestApp, 'services' | 'issuer' | 'request'>,
  email: string,
): Promise<TestUser> {
  const sub = `auth0|${email}`;
  const token = await app.issuer.sign({ sub, email });
  const call = apiCaller(app.request, token);
  const added = await call('POST', '/users/adduser', { sub, email, name: email.split('@')[0] });
  if (added.status !== 200) throw new Error(`adduser answered ${added.status}: ${added.text}`);
  const { issuer } = app.services.settings.auth;
  const found = await inSystem(app.services.db, (trx) => findCaller(trx, { issuer, sub }, undefined));
  const accountId = found?.memberships[0]?.account_id;
  if (found === null || accountId === undefined) throw new Error('adduser created no user with an account');
  return { accountId, userId: found.person.id, role: 'owner', locationIds: null, email, sub, token, call };
}
