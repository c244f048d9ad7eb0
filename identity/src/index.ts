// The only file that other workspaces import.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttpService } from '@kindling/service/http-server';
import { createLocalLimits, createSharedLimits } from '@kindling/service/limits';
import type { FastifyInstance } from 'fastify';
import type { JSONWebKeySet, JWK } from 'jose';
import type pg from 'pg';
import { Accounts, canonicalEmail } from './accounts.ts';
import { AddressChanges } from './address-changes.ts';
import { addAuth0Compatibility, userinfo } from './auth0-compatibility.ts';
import { BrowserSessions, recordSessions } from './browser-sessions.ts';
import {
  answerError,
  errorPage,
  type IdentityContext,
  isForPopup,
  openExchange,
  pageContextOf,
  urlOf,
} from './context.ts';
import { AuthenticatorApps, resealAuthenticatorApps } from './factors/authenticator-app.ts';
import { CodeAttempts } from './factors/code-attempts.ts';
import { Passkeys } from './factors/passkeys.ts';
import { RecoveryCodes } from './factors/recovery-codes.ts';
import { SecondFactors } from './factors/second-factors.ts';
import { cleanName, emailError } from './flows/forms.ts';
import { mailConfirmation } from './flows/mailing.ts';
import { ISOLATE_FROM_OPENER, pagePolicy } from './http/reply.ts';
import { BODY_LIMIT } from './http/request.ts';
import { Limits } from './limits.ts';
import { asLocale } from './locale.ts';
import { checkOptions, type IdentityOptions } from './options.ts';
import { loadAssets } from './pages/assets.ts';
import { hashPassword, passwordError } from './passwords.ts';
import { createProvider } from './provider.ts';
import { mountRoutes } from './router.ts';
import { deriveKey, randomToken } from './secrets.ts';
import { loadSigningKeys, publicKeysOf, resealSigningKeys, rotateKeys } from './signing-keys.ts';
import { sweepTables } from './sweep.ts';

export { BrowserSessions } from './browser-sessions.ts';
export { type FactorState, SecondFactors } from './factors/second-factors.ts';
export { PASSWORD_PATH as passwordPath, SECURITY_PATH as securityPath } from './flows/account-paths.ts';
export { identityMigrations } from './migrations.ts';
export { type IdentityLog, type IdentityMail, type IdentityOptions, signInChanges } from './options.ts';

export type NewAccount = {
  email: string;
  password: string;
  locale: string;
  displayName?: string;
  emailVerified: boolean;
};

export interface Identity {
  handler: (req: IncomingMessage, res: ServerResponse) => void;
  /** Listens on its own port; 0 takes a free one. `close` waits for running requests and mails. */
  listen(port: number, host: string): Promise<{ url: string; close(): Promise<void> }>;
  /**
   * For commands and demo data. Without `emailVerified` the account waits for its confirmation mail, which is sent.
   * @throws Error in plain words for a bad address, a refused password or an address that is taken.
   */
  createAccount(input: NewAccount): Promise<{ sub: string }>;
  /** Deletes a bounded number of expired rows and loads keys that another process rotated. Call it every minute. */
  sweepExpired(): Promise<{ removed: number }>;
  /** The public keys that verify our tokens; the same object until they change. */
  publicKeys(): JSONWebKeySet;
  /** Loads keys that another process made. */
  reloadKeys(): Promise<void>;
  /** Signs with a new key from now on; the former one stays published for seven days. */
  rotateSigningKeys(): Promise<void>;
  /** Waits for mails that are being sent, for callers that serve `handler` themselves. */
  settle(): Promise<void>;
}

function createBackgroundRunner(options: IdentityOptions): {
  run: IdentityContext['runInBackground'];
  settle: () => Promise<void>;
} {
  const running = new Set<Promise<void>>();
  return {
    run: (what, work) => {
      // Also what `work` throws before its first wait is a failure of its own.
      const job = (async () => work())()
        .catch((error: unknown) => {
          options.log.error(
            { what, error: error instanceof Error ? error.message : String(error) },
            'mail not sent',
          );
          options.onFailure?.({ error, route: what, requestId: null });
        })
        .finally(() => running.delete(job));
      running.add(job);
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Holds the engine, and builds a new one when the keys change. */
function createEngineHolder(service: IdentityContext, keys: JWK[]) {
  const build = (current: JWK[]) => {
    const { options, accounts, now } = service;
    const provider = createProvider({
      options,
      accounts,
      keys: current,
      now,
      renderError: (ctx, error) => {
        const url = urlOf(ctx.originalUrl, service);
        const requestId = String(ctx.req.headers['x-request-id']);
        const uiLocales = url.searchParams.get('ui_locales') ?? undefined;
        const shown = pageContextOf(service, { headers: ctx.req.headers, url, requestId }, uiLocales);
        options.log.warn({ requestId, error: error.message }, 'sign-in request refused');
        ctx.type = 'html';
        ctx.set('Content-Security-Policy', pagePolicy(options.client.appOrigins, options.client.appOrigins));
        if (!isForPopup(url.searchParams.get('response_mode'))) ctx.set(...ISOLATE_FROM_OPENER);
        ctx.body = errorPage(shown, errorKindOf(ctx.status, error));
      },
    });
    addAuth0Compatibility(provider, options);
    recordSessions(provider, new BrowserSessions(options.pool, now));
    return { provider, handle: provider.callback(), keys: current, published: publicKeysOf(current) };
  };
  let current = build(keys);
  return {
    get: () => current,
    use: (fresh: JWK[]) => {
      if (fresh.map((key) => key.kid).join() !== current.keys.map((key) => key.kid).join())
        current = build(fresh);
    },
  };
}

function errorKindOf(status: number, error: Error): 'failed' | 'expired' | 'request' {
  if (status >= 500) return 'failed';
  return error.name === 'SessionNotFound' ? 'expired' : 'request';
}

async function createAccount(service: IdentityContext, input: NewAccount): Promise<{ sub: string }> {
  const email = canonicalEmail(input.email);
  if (emailError(email) !== undefined) throw new Error(`"${email}" is not an e-mail address.`);
  const fault = passwordError(input.password, [email]);
  if (fault !== null) throw new Error(`The password is refused: ${fault}.`);
  const locale = asLocale(input.locale) ?? 'en';
  const displayName = cleanName(input.displayName ?? '') || null;
  const passwordHash = await hashPassword(input.password);
  const account = { email, passwordHash, displayName, locale, termsVersion: null };
  const taken = new Error(`There is already an account for ${email}.`);
  if (input.emailVerified) {
    const made = await service.accounts.createConfirmed(account);
    if (made === null) throw taken;
    return made;
  }
  if ((await service.accounts.findCredentials(email))?.confirmed === true) throw taken;
  const { sub } = await service.accounts.register(account);
  await mailConfirmation(service, { sub, email, locale, uid: null });
  return { sub };
}

function listenOn(app: FastifyInstance, finish: () => Promise<void>): Identity['listen'] {
  return async (port, host) => {
    const url = await app.listen({ port, host });
    const close = async () => {
      await app.close();
      await finish();
    };
    return { url, close };
  };
}

type Secrets = readonly [string, ...string[]];

/** The keys for one purpose, of the newest secret first. */
function keysOf([newest, ...earlier]: Secrets, purpose: string): [Buffer, ...Buffer[]] {
  return [deriveKey(newest, purpose), ...earlier.map((secret) => deriveKey(secret, purpose))];
}

/**
 * Encrypts the stored signing keys and the secrets of authenticator apps again with the first secret. Safe to repeat and to interrupt, also while the service runs.
 * @returns the numbers by column of the schema `identity`
 */
export async function resealStoredKeys(
  pool: pg.Pool,
  secrets: Secrets,
): Promise<Record<'signing_key.private_sealed' | 'authenticator_app.secret_sealed', ResealedValues>> {
  return {
    'signing_key.private_sealed': await resealSigningKeys(pool, keysOf(secrets, 'signing-keys')),
    'authenticator_app.secret_sealed': await resealAuthenticatorApps(
      pool,
      keysOf(secrets, 'authenticator-app'),
    ),
  };
}

/** How many values were encrypted again, and how many none of the secrets opens. */
export interface ResealedValues {
  resealed: number;
  unreadable: number;
}

/**
 * Builds the service over a migrated database.
 * @throws Error naming the setting that cannot be used, or when the secret does not open the stored signing keys.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  checkOptions(options);
  const now = options.now ?? (() => new Date());
  const { pool, secret } = options;
  const secrets: Secrets = [secret, ...(options.oldSecrets ?? [])];
  const sealKeys = keysOf(secrets, 'signing-keys');
  const background = createBackgroundRunner(options);
  const { keys } = await loadSigningKeys(pool, sealKeys, now());
  const service: IdentityContext = {
    options,
    secure: options.issuerUrl.startsWith('https:'),
    accounts: new Accounts(pool, now),
    factors: new SecondFactors(pool),
    passkeys: new Passkeys({
      pool,
      key: deriveKey(secret, 'passkey-challenge'),
      issuerUrl: options.issuerUrl,
      brandName: options.brand.name,
      now,
    }),
    authenticatorApps: new AuthenticatorApps(pool, keysOf(secrets, 'authenticator-app'), now),
    recoveryCodes: new RecoveryCodes(pool, keysOf(secrets, 'recovery-code')),
    codeAttempts: new CodeAttempts(pool, now),
    addressChanges: new AddressChanges(pool, now),
    limits: new Limits(options.limits === 'database' ? pool : null, deriveKey(secret, 'throttle')),
    sharedLimits:
      options.limits === 'database'
        ? createSharedLimits(
            { pool, schema: 'identity', table: 'rate_limit' },
            { key: deriveKey(secret, 'limits'), log: options.log },
          )
        : createLocalLimits(),
    assets: loadAssets(options.brand.primaryColor),
    cookieKey: deriveKey(secret, 'mailing-cookie'),
    knownBrowserKey: deriveKey(secret, 'known-browser'),
    logKey: deriveKey(secret, 'log'),
    dummyHash: await hashPassword(randomToken()),
    now,
    engine: () => engine.get().provider,
    runInBackground: background.run,
  };
  const engine = createEngineHolder(service, keys);
  const app = createHttpService({
    role: 'identity',
    ...(options.draining && { draining: options.draining }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT,
    // The router calls this before every hook, for an address that it cannot parse.
    frameworkErrors: (_error, request, reply) =>
      answerError(service, openExchange(service, request, reply), 'notFound'),
  });
  await mountRoutes(app, service, {
    engineHandler: () => engine.get().handle,
    userinfo: (request, reply) =>
      userinfo(request, reply, { options, accounts: service.accounts, keys: engine.get().keys, now }),
  });
  await app.ready();
  const reloadKeys = async () => engine.use((await loadSigningKeys(pool, sealKeys, now())).keys);
  return {
    handler: (req, res) => app.routing(req, res),
    listen: listenOn(app, async () => {
      await background.settle();
      await service.sharedLimits.close();
    }),
    createAccount: (input) => createAccount(service, input),
    publicKeys: () => engine.get().published,
    reloadKeys,
    sweepExpired: async () => {
      await reloadKeys();
      return { removed: await sweepTables(pool, now()) };
    },
    rotateSigningKeys: async () => engine.use((await rotateKeys(pool, sealKeys, now())).keys),
    settle: background.settle,
  };
}
