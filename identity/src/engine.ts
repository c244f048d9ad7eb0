// Trust rule: everything that makes the engine answer like Auth0 is here; each shim says which expectation of
// @auth0/auth0-spa-js it meets.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { type Accounts, canonicalEmail } from './accounts.ts';
import { HttpProblem, readBody } from './http/request.ts';
import type { IdentityOptions } from './options.ts';
import { claimsOf, stillValid } from './provider.ts';

const ENGINE_PATHS =
  /^\/(authorize(\/[\w-]+)?|oauth\/(token|revoke)|\.well-known\/(jwks\.json|openid-configuration))$/;

export function isEnginePath(path: string): boolean {
  return ENGINE_PATHS.test(path);
}

/** The public half of the keys, for checking our own tokens. */
export function publicKeys(keys: JWK[]): { keys: JWK[] } {
  return { keys: keys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK) };
}

/**
 * The library posts forms by default and JSON when told so; the engine reads forms only. The engine takes a body
 * that is already read.
 */
export async function acceptJsonBody(req: IncomingMessage): Promise<void> {
  if (req.method !== 'POST' || !/^application\/json\b/i.test(req.headers['content-type'] ?? '')) return;
  const raw = await readBody(req);
  const parsed = z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .safeParse(safeJson(raw));
  if (!parsed.success) throw new HttpProblem(400, 'invalid JSON');
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

/** Adds the answers' shims to the engine. */
export function addShims(provider: Provider, options: IdentityOptions): void {
  const ancestors = options.client.appOrigins.join(' ');
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/authorize')) return next();
    // The silent renewal runs in a hidden frame of the app, and of nobody else. The engine adds the hash of its own
    // script to an existing policy, and takes frame-ancestors out; so that part is added after it.
    ctx.set('Content-Security-Policy', "default-src 'none'; script-src");
    await next();
    const policy = String(ctx.response.get('Content-Security-Policy'));
    if (!policy.includes('frame-ancestors')) {
      ctx.set('Content-Security-Policy', `${policy}; base-uri 'none'; frame-ancestors ${ancestors}`);
    }
    ctx.set('Cache-Control', 'no-store');
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/oauth/token' || ctx.status !== 400) return;
    const asked = ctx.oidc?.params?.grant_type;
    const answer = z.object({ error: z.literal('invalid_grant') }).safeParse(ctx.body);
    if (!answer.success || asked !== 'refresh_token') return;
    // The library goes on to its frame only when it reads this very sentence.
    ctx.status = 403;
    ctx.body = { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' };
  });
}

type UserinfoParts = { options: IdentityOptions; accounts: Accounts; keys: JWK[]; now: () => Date };

const tokenClaims = z.object({ sub: z.string(), iat: z.number() });

/**
 * GET or POST /userinfo with the API's access token, as Auth0 allows (the engine would refuse it for its audience).
 * An ID token is refused: its type and its audience differ.
 */
export async function userinfo(
  req: IncomingMessage,
  res: ServerResponse,
  parts: UserinfoParts,
): Promise<void> {
  const { options, accounts, keys, now } = parts;
  const origin = req.headers.origin;
  res.setHeader('Vary', 'Origin');
  res.setHeader('Cache-Control', 'no-store');
  if (origin !== undefined && options.client.appOrigins.includes(origin)) {
    res.setHeader('Access-Control-Allow-Origin', origin);
    if (req.method === 'OPTIONS') {
      res.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      res.setHeader('Access-Control-Allow-Headers', 'authorization, auth0-client, content-type');
      res.setHeader('Access-Control-Max-Age', '3600');
    }
  }
  if (req.method === 'OPTIONS') {
    res.statusCode = 204;
    res.end();
    return;
  }
  const token = /^Bearer ([\w.-]+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
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
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (claims === null || account === null || !stillValid(account, claims.iat)) {
    res.statusCode = 401;
    res.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
    res.end(JSON.stringify({ error: 'invalid_token', error_description: 'invalid token provided' }));
    return;
  }
  res.end(JSON.stringify(claimsOf(account, now())));
}

/** The places a sign-out may lead to: exactly our app's origins, with or without the slash. */
function allowedReturn(options: IdentityOptions, returnTo: string | null): string | null {
  const [first = ''] = options.client.appOrigins;
  if (returnTo === null) return `${first}/`;
  return options.client.appOrigins.some((origin) => returnTo === origin || returnTo === `${origin}/`)
    ? returnTo
    : null;
}

/**
 * Ends the session of this browser with its refresh tokens. Returns where to go on, or null when the wanted place
 * is not ours (the session is ended all the same).
 */
export async function signOut(
  provider: Provider,
  options: IdentityOptions,
  req: IncomingMessage,
  res: ServerResponse,
  query: URLSearchParams,
): Promise<string | null> {
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
  }
  const name = provider.cookieName('session');
  ctx.cookies.set(name, null, { signed: true, httpOnly: true, sameSite: 'lax' });
  const clientId = query.get('client_id');
  if (clientId !== null && clientId !== options.client.id) return null;
  return allowedReturn(options, query.get('returnTo'));
}

export const loginHint = (params: Record<string, unknown>): string =>
  typeof params.login_hint === 'string' ? canonicalEmail(params.login_hint).slice(0, 254) : '';
