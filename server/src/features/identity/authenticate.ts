/**
 * The one verifier of access tokens. Identity comes from the verified signature alone: issuer, audience and
 * algorithm are fixed here, keys come from the configured issuer, and nothing a request says about itself counts.
 * Roles and blocks come from our own rows, so a change takes effect with the next request.
 */
import { emailSchema } from '@kindling/contract/common';
import { claims } from '@kindling/contract/constants';
import type { Access } from '@kindling/contract/route';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Authenticate, Bearer, Caller } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { isSessionEnded } from './ended-sessions.ts';
import { findUserByIdentity, isAccessDenied, isTokenOutdated } from './queries.ts';
import { isKeyFetchFailure } from './token-keys.ts';

/** `typ` of an access token by RFC 9068; hosted Auth0 tenants write `JWT`. An ID token has another audience. */
const accessTokenTypes = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

const accessTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  [claims.email]: emailSchema,
  [claims.emailVerified]: z.boolean(),
  iat: z.number(),
  [claims.authTime]: z.number().optional(),
  [claims.session]: z.string().max(100).optional(),
});

export interface TokenVerification {
  issuer: string;
  audience: string;
}

/** @param keys those of the issuer, by the header of a token */
export function createAuthenticate(
  db: Pick<Database, 'pool'>,
  settings: TokenVerification,
  keys: JWTVerifyGetKey,
): Authenticate {
  return async (authorization, access) => {
    if (access === 'public') return { kind: 'nobody' };
    const bearer = await verifyToken(authorization, settings, keys);
    if (!bearer.emailVerified) throw new AppError('email-not-verified');
    return access === 'token' ? authenticateBearer(db, bearer) : authenticateUser(db, bearer, access);
  };
}

async function authenticateBearer(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<Caller> {
  if (await inSystem(db, (trx) => isSessionEnded(trx, bearer))) throw new AppError('unauthenticated');
  return { kind: 'bearer', bearer };
}

async function authenticateUser(db: Pick<Database, 'pool'>, bearer: Bearer, access: Access): Promise<Caller> {
  const { row, ended } = await inSystem(db, async (trx) => ({
    row: await findUserByIdentity(trx, bearer.issuer, bearer.sub),
    ended: await isSessionEnded(trx, bearer),
  }));
  if (ended) throw new AppError('unauthenticated');
  if (row === null) throw new AppError('forbidden');
  if (isTokenOutdated(row, bearer)) throw new AppError('unauthenticated');
  if (isAccessDenied(row)) throw new AppError('forbidden');
  const role = row.role === 'Super Admin' ? 'Super Admin' : 'Regular';
  if (access === 'admin' && role !== 'Super Admin') throw new AppError('forbidden');
  return { kind: 'user', bearer, user: { accountId: row.account_id, userId: row.id, role } };
}

async function verifyToken(
  authorization: string | undefined,
  settings: TokenVerification,
  keys: JWTVerifyGetKey,
): Promise<Bearer> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('unauthenticated');
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: settings.issuer,
      audience: settings.audience,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: 60,
    });
    if (!accessTokenTypes.has(String(protectedHeader.typ).toLowerCase()))
      throw new AppError('unauthenticated');
    const known = accessTokenClaims.parse(payload);
    const authTime = known[claims.authTime];
    return {
      issuer: known.iss,
      sub: known.sub,
      email: known[claims.email],
      emailVerified: known[claims.emailVerified],
      token,
      issuedAt: known.iat,
      signedInAt: authTime === undefined ? null : new Date(authTime * 1000),
      sessionId: known[claims.session] ?? null,
    };
  } catch (error) {
    if (isKeyFetchFailure(error))
      throw new AppError('unavailable', 'The identity service does not answer.', { cause: error });
    throw new AppError('unauthenticated', undefined, { cause: error });
  }
}
