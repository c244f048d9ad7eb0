// Trust rule: the engine is configured here only. Its paths and responses are those of Auth0, so that a hosted tenant can
// replace this service.
import type { JWK } from 'jose';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Account, Accounts } from './accounts.ts';
import { sessionIdOf } from './browser-sessions.ts';
import { cookieNames } from './cookie-names.ts';
import { hasPassedFactor, withoutFactor } from './factors/second-factors.ts';
import type { IdentityOptions } from './options.ts';
import { picturePath } from './pages/picture.tsx';
import { recordAdapter } from './record-adapter.ts';
import { deriveKey } from './secrets.ts';

/** Namespace of custom claims, as an Auth0 Action would use it. */
const CLAIM_REGISTERED = 'https://kindling.app/registered';
const CLAIM_EMAIL = 'https://kindling.app/email';
const CLAIM_EMAIL_VERIFIED = 'https://kindling.app/email_verified';
const CLAIM_AUTH_TIME = 'https://kindling.app/auth_time';
export const CLAIM_SESSION = 'https://kindling.app/session';
/** How the person signed in (RFC 8176); `mfa` after a second factor. */
export const CLAIM_METHODS = 'https://kindling.app/amr';

/** Parameter of a sign-in, `true` while an invitation waits for it. */
export const INVITED_PARAM = 'ext-invited';

const OIDC_SCOPES = 'openid profile email offline_access';
const HOUR = 3600;
const DAY = 24 * HOUR;
export const TTL = {
  // The API is not told of every ended session, so access tokens must expire soon.
  AccessToken: HOUR / 4,
  AuthorizationCode: 60,
  IdToken: 10 * HOUR,
  Interaction: HOUR,
  Session: 7 * DAY,
  RefreshToken: 14 * DAY,
  Grant: 30 * DAY,
};

/** How long the claim "registered" is set after the first sign-in, so that a reload does not lose it. */
const JUST_REGISTERED_MS = 10 * 60_000;

type ProviderDeps = {
  options: IdentityOptions;
  accounts: Accounts;
  keys: JWK[];
  now: () => Date;
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void;
};

function justRegistered(account: Account, now: Date): boolean {
  return (
    account.signInCount === 1 &&
    account.firstSignedInAt !== null &&
    now.getTime() - account.firstSignedInAt.getTime() < JUST_REGISTERED_MS
  );
}

/** Claims of a person, in the ID token and at /userinfo. An account always has a confirmed address. */
export function claimsOf(
  issuerUrl: string,
  account: Account,
  now: Date,
): { sub: string; [claim: string]: string | boolean } {
  const nickname = account.email.split('@')[0] ?? account.email;
  const name = account.displayName ?? nickname;
  return {
    sub: account.sub,
    name,
    nickname,
    picture: `${issuerUrl}${picturePath(name)}`,
    email: account.email,
    email_verified: true,
    locale: account.locale,
    ...(justRegistered(account, now) ? { [CLAIM_REGISTERED]: true } : {}),
  };
}

/**
 * Whether a sign-in at `authTime` (seconds) by these methods is still valid. A password reset ends all earlier ones, and while
 * an account has a second factor, only sign-ins that passed one are valid.
 */
export function isStillValid(
  account: Account,
  authTime: number | undefined,
  methods: readonly string[] | undefined,
): boolean {
  if (account.secondFactor && !hasPassedFactor(methods)) return false;
  return authTime === undefined || authTime >= Math.floor(account.credentialsChangedAt.getTime() / 1000);
}

function clientOf(options: IdentityOptions): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: options.client.id,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: options.client.appOrigins.flatMap((origin) => [
      `${origin}/dashboard`,
      `${origin}/dashboard?registered=true`,
      origin,
    ]),
  };
}

function findAccount({ accounts, now, options }: ProviderDeps): NonNullable<Configuration['findAccount']> {
  return async (ctx, sub, token) => {
    const account = await accounts.findBySub(sub);
    if (account === null) return undefined;
    const { time, methods } = token === undefined ? ofSession(ctx.oidc.session) : ofToken(token);
    if (!isStillValid(account, time, methods)) return undefined;
    return { accountId: sub, claims: () => claimsOf(options.issuerUrl, account, now()) };
  };
}

type SignIn = { time: number | undefined; methods: string[] | undefined };

const ofSession = (
  session: { loginTs?: number | undefined; amr?: string[] | undefined } | undefined,
): SignIn => ({
  time: session?.loginTs,
  methods: session?.amr,
});

/** Codes and refresh tokens say when and how their person signed in. */
function ofToken(token: object): SignIn {
  const time = 'authTime' in token && typeof token.authTime === 'number' ? token.authTime : undefined;
  const methods = 'amr' in token && Array.isArray(token.amr) ? token.amr.map(String) : undefined;
  return { time, methods };
}

function features({ options }: ProviderDeps): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
    userinfo: { enabled: false },
    webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
    resourceIndicators: {
      enabled: true,
      // The browser library says `audience` where the standard says `resource`.
      defaultResource: (ctx, _client, oneOf) => {
        if (oneOf !== undefined && oneOf.length > 0) return oneOf[0] ?? options.audience;
        const asked = ctx.oidc.params?.audience;
        return typeof asked === 'string' && asked !== '' ? asked : options.audience;
      },
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== options.audience) throw new errors.InvalidTarget();
        return {
          scope: OIDC_SCOPES,
          audience: options.audience,
          accessTokenTTL: TTL.AccessToken,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        };
      },
      // The token request names no resource; the one granted at /authorize counts.
      useGrantedResource: () => true,
    },
  };
}

function firstPartyGrant(options: IdentityOptions): NonNullable<Configuration['loadExistingGrant']> {
  return async (ctx) => {
    const { client, session, provider, result } = ctx.oidc;
    if (client === undefined || session === undefined || session.accountId === undefined) return undefined;
    const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    if (existing !== undefined && existing.accountId === session.accountId) return existing;
    // Our own app needs no consent screen: the sign-in grants everything that it may request.
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(OIDC_SCOPES);
    grant.addResourceScope(options.audience, OIDC_SCOPES);
    await grant.save();
    return grant;
  };
}

/** Adds the address (so that the API can find the user without another call), the session id, and when and how they signed in. */
function tokenClaims(accounts: Accounts): NonNullable<Configuration['extraTokenClaims']> {
  return async (ctx, token) => {
    const { AuthorizationCode: code, RefreshToken: refresh } = ctx.oidc.entities;
    const authTime = code?.authTime ?? refresh?.authTime;
    const passed = code?.amr ?? refresh?.amr;
    const sessionUid = 'sessionUid' in token ? token.sessionUid : undefined;
    const accountId = 'accountId' in token ? token.accountId : undefined;
    const account = typeof accountId === 'string' ? await accounts.findBySub(accountId) : null;
    // A code or refresh token that is used while the last factor is removed says what is true now.
    const methods = account?.secondFactor === false ? passed && withoutFactor(passed) : passed;
    return {
      azp: token.clientId,
      ...(authTime === undefined ? {} : { [CLAIM_AUTH_TIME]: authTime }),
      ...(methods === undefined ? {} : { [CLAIM_METHODS]: methods }),
      ...(typeof sessionUid === 'string' ? { [CLAIM_SESSION]: sessionIdOf(sessionUid) } : {}),
      ...(account === null ? {} : { [CLAIM_EMAIL]: account.email, [CLAIM_EMAIL_VERIFIED]: true }),
    };
  };
}

/** A policy with the login prompt only: with `consent` the engine would want a screen that we do not have. */
function loginOnlyPolicy(): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  // A session whose account was deleted, or that a reset has ended, needs a new sign-in.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_missing',
        'End-User authentication is required',
        'login_required',
        (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
}

/** Builds the engine for one set of signing keys (first signs). */
export function createProvider(parts: ProviderDeps): Provider {
  const { options, accounts, keys, now, renderError } = parts;
  const secure = options.issuerUrl.startsWith('https:');
  const names = cookieNames(secure);
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure } as const;
  const provider = new Provider(`${options.issuerUrl}/`, {
    adapter: recordAdapter(options.pool, deriveKey(options.secret, 'records'), now),
    clients: [clientOf(options)],
    jwks: { keys: keys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: [deriveKey(options.secret, 'cookies').toString('base64url')],
      names: { session: names.session, interaction: names.interaction, resume: names.resume },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      jwks: '/.well-known/jwks.json',
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: ['audience', 'screen_hint', INVITED_PARAM],
    discovery: { userinfo_endpoint: `${options.issuerUrl}/userinfo` },
    claims: {
      openid: ['sub', CLAIM_REGISTERED],
      profile: ['name', 'nickname', 'picture', 'locale'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    features: features(parts),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => options.client.appOrigins.includes(origin),
    extraTokenClaims: tokenClaims(accounts),
    findAccount: findAccount(parts),
    loadExistingGrant: firstPartyGrant(options),
    interactions: { policy: loginOnlyPolicy(), url: (_ctx, interaction) => `/u/${interaction.uid}` },
    renderError: (ctx, _out, error) => renderError(ctx, error),
    ttl: TTL,
  });
  // The router hands over requests whose forwarding headers it has written itself.
  provider.proxy = true;
  provider.on('server_error', (ctx, error) => {
    options.log.error({ error: error.message }, 'identity engine failed');
    options.onFailure?.({ error, route: ctx.path, requestId: null });
  });
  return provider;
}
