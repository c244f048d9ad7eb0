import { createServer } from 'node:http';
import { createIdentity, type Identity, type IdentityMail, type IdentityOptions } from '../index.ts';
import { AppFlow, Browser, codeOf, type TokenAnswer, type TokenClient, type Tokens } from './browser.ts';
import { type DatabaseKind, startDatabase, type TestDatabase } from './database.ts';

export type TestService = TokenClient & {
  identity: Identity;
  database: TestDatabase;
  url: string;
  mails: IdentityMail[];
  logged: string[];
  /** Whose password was changed. */
  credentialsChanged: string[];
  /** Sign-ins that were ended, by their name in access tokens. */
  sessionsEnded: string[];
  /** Accounts whose address was changed, with the new one. */
  addressesChanged: [sub: string, email: string][];
  /** Whether nothing may be changed at present. */
  readOnly: { on: boolean };
  /** Whether the app's own tables and the mails fail at present. */
  app: { fails: boolean };
  /** Moves the service's clock. */
  advanceMinutes(minutes: number): void;
  refresh(token: string): Promise<TokenAnswer>;
  newestMail(to: string): Promise<IdentityMail>;
  stop(): Promise<void>;
};

export const PASSWORD = 'three quiet otters';
export const SECRET = 'a test secret that is long enough 0123456789';

/** The app and its mailer, which note what the service tells them. */
function recordCalls() {
  const mails: IdentityMail[] = [];
  const credentialsChanged: string[] = [];
  const sessionsEnded: string[] = [];
  const addressesChanged: [sub: string, email: string][] = [];
  const app = { fails: false };
  const requireApp = () => {
    if (app.fails) throw new Error('the app does not answer');
  };
  const callbacks: Pick<
    IdentityOptions,
    'sendMail' | 'onCredentialsChanged' | 'onAddressChanged' | 'onSessionEnded' | 'isTokenRevoked'
  > = {
    // Fails before it waits for anything, which leaves no promise to catch.
    sendMail: (mail) => {
      requireApp();
      mails.push(mail);
      return Promise.resolve();
    },
    onCredentialsChanged: async (sub) => {
      requireApp();
      credentialsChanged.push(sub);
    },
    onAddressChanged: async (sub, email) => {
      requireApp();
      addressesChanged.push([sub, email]);
    },
    onSessionEnded: async (sessionId) => {
      sessionsEnded.push(sessionId);
    },
    isTokenRevoked: async ({ sessionId }) => sessionId !== null && sessionsEnded.includes(sessionId),
  };
  const logged: string[] = [];
  return { mails, logged, credentialsChanged, sessionsEnded, addressesChanged, app, callbacks };
}

/** The whole service over real HTTP on a free port. */
export async function startService(
  kind: DatabaseKind,
  trustProxy: string[] = [],
  trial = true,
): Promise<TestService> {
  const database = await startDatabase(kind);
  const recorded = recordCalls();
  const readOnly = { on: false };
  let offset = 0;
  // The limiters ask the process for the time.
  const realNow = Date.now;
  Date.now = () => realNow() + offset;
  let handler: Identity['handler'] = (_req, res) => res.end();
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const note = (o: object, msg: string) => recorded.logged.push(`${msg} ${JSON.stringify(o)}`);
  const audience = 'https://api.kindling.test';
  const appOrigin = 'http://127.0.0.1:4000';
  const identity = await createIdentity({
    issuerUrl: url,
    pool: database.pool,
    client: { id: 'spa', appOrigins: [appOrigin] },
    audience,
    secret: SECRET,
    brand: {
      name: 'Kindling',
      tagline: 'Ignite Your Business with Reviews',
      supportEmail: 'support@kindling.test',
      primaryColor: '#3B82EC',
    },
    terms: {
      version: '2026-11-01',
      termsUrl: 'http://127.0.0.1:4000/terms-and-conditions',
      privacyUrl: 'http://127.0.0.1:4000/privacy-policy',
    },
    trial,
    help: {
      action: 'http://127.0.0.1:4000/help',
      honeypot: 'trap',
      maxMessage: 5000,
      maxName: 100,
      replyHours: 24,
    },
    readOnly: { isOn: () => readOnly.on },
    ...recorded.callbacks,
    limits: kind === 'postgres' ? 'database' : 'memory',
    trustProxy,
    log: { info: note, warn: note, error: note },
    now: () => new Date(Date.now()),
  });
  handler = identity.handler;
  const token: TestService['token'] = async (fields, json = false) => {
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: {
        origin: appOrigin,
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: json ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    });
    const body: Record<string, unknown> = JSON.parse(await response.text());
    return { status: response.status, body, headers: response.headers };
  };
  return {
    identity,
    database,
    url,
    audience,
    appOrigin,
    mails: recorded.mails,
    logged: recorded.logged,
    credentialsChanged: recorded.credentialsChanged,
    sessionsEnded: recorded.sessionsEnded,
    addressesChanged: recorded.addressesChanged,
    app: recorded.app,
    readOnly,
    advanceMinutes: (minutes) => {
      offset += minutes * 60_000;
    },
    token,
    refresh: (refreshToken) =>
      token({
        grant_type: 'refresh_token',
        client_id: 'spa',
        refresh_token: refreshToken,
        redirect_uri: `${appOrigin}/dashboard`,
      }),
    newestMail: async (to) => {
      await identity.settle();
      const mail = recorded.mails.findLast((entry) => entry.to === to);
      if (mail === undefined) throw new Error(`no mail to ${to}`);
      return mail;
    },
    stop: async () => {
      Date.now = realNow;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await identity.settle();
      await database.stop();
    },
  };
}

/** The path of the link in a mail. */
export function linkPath(service: TestService, mail: IdentityMail): string {
  return mail.link.slice(service.url.length);
}

let counter = 0;
export const newEmail = () => `person${++counter}@example.com`;

export async function newAccount(
  service: TestService,
  displayName?: string,
): Promise<{ email: string; sub: string }> {
  const email = newEmail();
  const { sub } = await service.identity.createAccount({
    email,
    password: PASSWORD,
    locale: 'en',
    emailVerified: true,
    ...(displayName === undefined ? {} : { displayName }),
  });
  return { email, sub };
}

export async function signIn(
  service: TestService,
  email: string,
  password = PASSWORD,
): Promise<{ browser: Browser; tokens: Tokens; flow: AppFlow }> {
  const browser = new Browser(service.url);
  const flow = new AppFlow(service);
  const page = await flow.begin(browser);
  const answer = await browser.follow(await browser.post(page, { email, password }));
  return { browser, flow, tokens: await flow.exchange(codeOf(answer)) };
}
