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
import { isEnded } from './ended-sessions.ts';
import { findUserByIdentity, isOutdated, isShutOut } from './queries.ts';
import { isIssuersTrouble } from './token-keys.ts';

/** `typ` of an access token by RFC 9068; hosted Auth0 tenants write `JWT`. An ID token has another audience. */
const accessTokenTypes = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  [claims.email]: emailSchema,
  [claims.emailVerified]: z.boolean(),
  iat: z.number(),
  [claims.authTime]: z.number().optional(),
  [claims.session]: z.string().max(100).optional(),
});

export interface TokenSettings {
  issuer: string;
  audience: string;
}

/** @param keys those of the issuer, by the header of a token */
export function createAuthenticate(
  db: Pick<Database, 'pool'>,
  settings: TokenSettings,
  keys: JWTVerifyGetKey,
): Authenticate {
  return async (authorization, access) => {
    if (access === 'public') return { kind: 'nobody' };
    const bearer = await verify(authorization, settings, keys);
    if (!bearer.emailVerified) throw new AppError('email-not-verified');
    return access === 'token' ? withoutUser(db, bearer) : withUser(db, bearer, access);
  };
}

async function withoutUser(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<Caller> {
  if (await inSystem(db, (trx) => isEnded(trx, bearer))) throw new AppError('unauthenticated');
  return { kind: 'bearer', bearer };
}

async function withUser(db: Pick<Database, 'pool'>, bearer: Bearer, access: Access): Promise<Caller> {
  const { row, ended } = await inSystem(db, async (trx) => ({
    row: await findUserByIdentity(trx, bearer.issuer, bearer.sub),
    ended: await isEnded(trx, bearer),
  }));
  if (ended) throw new AppError('unauthenticated');
  if (row === null) throw new AppError('forbidden');
  if (isOutdated(row, bearer)) throw new AppError('unauthenticated');
  if (isShutOut(row)) throw new AppError('forbidden');
  const role = row.role === 'Super Admin' ? 'Super Admin' : 'Regular';
  if (access === 'admin' && role !== 'Super Admin') throw new AppError('forbidden');
  return { kind: 'user', bearer, user: { accountId: row.account_id, userId: row.id, role } };
}

async function verify(
  authorization: string | undefined,
  settings: TokenSettings,
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
    const known = claimsSchema.parse(payload);
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
    if (isIssuersTrouble(error))
      throw new AppError('unavailable', 'The identity service does not answer.', { cause: error });
    throw new AppError('unauthenticated', undefined, { cause: error });
  }
}
