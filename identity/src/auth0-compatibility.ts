// Trust rule: everything that makes the engine answer like Auth0 is here; each part says which expectation of
// @auth0/auth0-spa-js it meets.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Accounts, canonicalEmail } from './accounts.ts';
import { sessionIdOf } from './browser-sessions.ts';
import type { Exchange, IdentityContext } from './context.ts';
import { TRUSTED_TYPES } from './http/reply.ts';
import { HttpError } from './http/request.ts';
import type { IdentityOptions } from './options.ts';
import { CLAIM_METHODS, CLAIM_SESSION, claimsOf, isStillValid } from './provider.ts';

/** The public half of the keys, for checking our own tokens. */
export function publicKeys(keys: JWK[]): { keys: JWK[] } {
  return { keys: keys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK) };
}

/**
 * The library sends forms by default and JSON on request. The engine reads forms only, and accepts a body that is already
 * read.
 */
export function acceptJsonBody(req: IncomingMessage, raw: string): void {
  const parsed = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .safeParse(safeJson(raw));
  if (!parsed.success) throw new HttpError(400, 'invalid JSON');
  const form = new URLSearchParams(
    Object.entries(parsed.data).map(([name, value]): [string, string] => [name, String(value)]),
  );
  req.headers['content-type'] = 'application/x-www-form-urlencoded';
  Object.assign(req, { body: form.toString() });
}

function safeJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Changes the engine's responses to those of Auth0. */
export function addAuth0Compatibility(provider: Provider, options: IdentityOptions): void {
  const ancestors = options.client.appOrigins.join(' ');
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/authorize')) return next();
    // The silent renewal runs in a hidden frame, which only the app may show. The engine adds the hash of its own script
    // to an existing policy and removes frame-ancestors, so that directive is added afterwards.
    ctx.set('Content-Security-Policy', "default-src 'none'; script-src");
    await next();
    const policy = String(ctx.response.get('Content-Security-Policy'));
    if (!policy.includes('frame-ancestors')) {
      ctx.set(
        'Content-Security-Policy',
        `${policy}; base-uri 'none'; ${TRUSTED_TYPES}; frame-ancestors ${ancestors}`,
      );
    }
    ctx.set('Cache-Control', 'no-store');
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/oauth/token' || ctx.status !== 400) return;
    const asked = ctx.oidc?.params?.grant_type;
    const answer = z.object({ error: z.literal('invalid_grant') }).safeParse(ctx.body);
    if (!answer.success || asked !== 'refresh_token') return;
    // The library tries its hidden frame only when it reads exactly this sentence.
    ctx.status = 403;
    ctx.body = { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' };
  });
}

type UserinfoDeps = { options: IdentityOptions; accounts: Accounts; keys: JWK[]; now: () => Date };

const tokenClaims = z.object({
  sub: z.string(),
  iat: z.number(),
  [CLAIM_SESSION]: z.string().optional(),
  [CLAIM_METHODS]: z.array(z.string()).optional(),
});

/**
 * GET or POST /userinfo with the API's access token, as Auth0 allows (the engine would refuse it for its audience).
 * An ID token is refused: its type and its audience differ.
 */
export async function userinfo(
  request: FastifyRequest,
  reply: FastifyReply,
  { options, accounts, keys, now }: UserinfoDeps,
): Promise<void> {
  const { origin, authorization } = request.headers;
  reply.headers({ vary: 'Origin', 'cache-control': 'no-store' });
  if (origin !== undefined && options.client.appOrigins.includes(origin)) {
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS')
      reply.headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, auth0-client, content-type',
        'access-control-max-age': '3600',
      });
  }
  if (request.method === 'OPTIONS') return void reply.status(204).send();
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const claims = await jwtVerify(token, createLocalJWKSet(publicKeys(keys)), {
    issuer: `${options.issuerUrl}/`,
    audience: options.audience,
    typ: 'at+jwt',
    algorithms: ['RS256'],
    currentDate: now(),
  }).then(
    ({ payload }) => tokenClaims.parse(payload),
    () => null,
  );
  const account = claims === null ? null : await accounts.findBySub(claims.sub);
  const refused =
    claims !== null && (await options.isTokenRevoked?.({ sessionId: claims[CLAIM_SESSION] ?? null, token }));
  if (
    claims !== null &&
    account !== null &&
    refused !== true &&
    isStillValid(account, claims.iat, claims[CLAIM_METHODS])
  )
    return void reply.send(claimsOf(options.issuerUrl, account, now()));
  void reply
    .status(401)
    .header('www-authenticate', 'Bearer error="invalid_token"')
    .send({ error: 'invalid_token', error_description: 'invalid token provided' });
}

/** A sign-out may return to the app's origins only, with or without the slash. */
function allowedReturnTo(options: IdentityOptions, returnTo: string | null): string | null {
  const [first = ''] = options.client.appOrigins;
  if (returnTo === null) return `${first}/`;
  return options.client.appOrigins.some((origin) => returnTo === origin || returnTo === `${origin}/`)
    ? returnTo
    : null;
}

/** The redirect after a sign-out, or null when `returnTo` is not an origin of the app. */
export function signOutRedirect({ options }: IdentityContext, query: URLSearchParams): string | null {
  const clientId = query.get('client_id');
  if (clientId !== null && clientId !== options.client.id) return null;
  return allowedReturnTo(options, query.get('returnTo'));
}

/** Whether this browser has a session. */
export async function hasSession({ engine }: IdentityContext, { req, res }: Exchange): Promise<boolean> {
  const provider = engine();
  const ctx = provider.createContext(req, res);
  const session = await provider.Session.get(ctx as Parameters<typeof provider.Session.get>[0]);
  return session.accountId !== undefined;
}

/** Ends the session of this browser with its refresh tokens. */
export async function signOut({ engine, options }: IdentityContext, { req, res }: Exchange): Promise<void> {
  const provider = engine();
  const ctx = provider.createContext(req, res);
  const session = await provider.Session.get(ctx as Parameters<typeof provider.Session.get>[0]);
  if (session.accountId !== undefined) {
    for (const { grantId } of Object.values(session.authorizations ?? {})) {
      if (grantId === undefined) continue;
      await provider.RefreshToken.revokeByGrantId(grantId);
      const grant = await provider.Grant.find(grantId);
      await grant?.destroy();
    }
    await session.destroy();
    await options.onSessionEnded?.(sessionIdOf(session.uid));
  }
  const name = provider.cookieName('session');
  ctx.cookies.set(name, null, { signed: true, httpOnly: true, sameSite: 'lax' });
}

export const loginHint = (params: Record<string, unknown>): string =>
  typeof params.login_hint === 'string' ? canonicalEmail(params.login_hint).slice(0, 254) : '';
