/**
 * The one verifier of access tokens. Identity comes from the verified signature alone: issuer, audience and
 * algorithm are fixed here, keys come from the configured issuer, and nothing a request says about itself counts.
 * Roles and blocks come from our own rows, so a change takes effect with the next request.
 */
import { emailSchema, idSchema } from '@kindling/contract/common';
import { claims, secondFactorMethod } from '@kindling/contract/constants';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Authenticate, Bearer, Caller, Credentials } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { findActing, getActedMember } from './acting.ts';
import { isSessionEnded } from './ended-sessions.ts';
import { findCaller, findPersonByIdentity, isTokenOutdated, type PersonRow } from './queries.ts';
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
  [claims.methods]: z.array(z.string().max(100)).max(20).optional(),
});

export interface TokenVerification {
  issuer: string;
  audience: string;
  /** Whether administrators must have passed a second factor. */
  adminNeedsSecondFactor: boolean;
}

type AdminRules = Pick<TokenVerification, 'adminNeedsSecondFactor'>;

/** @param keys those of the issuer, by the header of a token */
export function createAuthenticate(
  db: Pick<Database, 'pool'>,
  settings: TokenVerification,
  keys: JWTVerifyGetKey,
): Authenticate {
  return async (credentials, access, { whileActing } = {}) => {
    if (access === 'public') return { kind: 'anonymous' };
    const bearer = await verifyToken(credentials.authorization, settings, keys);
    if (!bearer.emailVerified) throw new AppError('email-not-verified');
    switch (access) {
      case 'token':
        return authenticateBearer(db, bearer);
      case 'person':
        return authenticatePerson(db, bearer);
      case 'admin':
        return authenticateAdmin(db, bearer, settings, whileActing === true);
      case 'user':
        return credentials.acting === undefined
          ? authenticateMember(db, bearer, credentials.account)
          : authenticateActing(db, bearer, settings, { ...credentials, acting: credentials.acting });
    }
  };
}

async function authenticateBearer(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<Caller> {
  if (await inSystem(db, (trx) => isSessionEnded(trx, bearer))) throw new AppError('unauthenticated');
  return { kind: 'bearer', bearer };
}

async function authenticatePerson(db: Pick<Database, 'pool'>, bearer: Bearer): Promise<Caller> {
  const { person, isActing } = await readPerson(db, bearer);
  if (isActing) throw new AppError('acting');
  return { kind: 'self', bearer, userId: person.id };
}

/** Own rights of an administrator are suspended while they act as a member. */
async function authenticateAdmin(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  settings: AdminRules,
  whileActing: boolean,
): Promise<Caller> {
  const { person, isActing } = await readPerson(db, bearer);
  if (person.person_role !== 'Super Admin') throw new AppError('forbidden');
  requireAdminFactor(settings, person, bearer);
  if (isActing && !whileActing) throw new AppError('acting');
  return { kind: 'admin', bearer, adminId: person.id };
}

/** A person whose token counts, and whether they act as a member in this sign-in. */
async function readPerson(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
): Promise<{ person: PersonRow; isActing: boolean }> {
  return inSystem(db, async (trx) => {
    const found = await findPersonByIdentity(trx, bearer.issuer, bearer.sub);
    const person = requireCurrentPerson(found, await isSessionEnded(trx, bearer), bearer);
    const isActing =
      person.person_role === 'Super Admin' && (await findActing(trx, person.id, bearer)) !== null;
    return { person, isActing };
  });
}

/** @throws AppError `acting-ended` also for a person who is no administrator any more */
async function authenticateActing(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  settings: AdminRules,
  { acting, confirmActing }: Pick<Credentials, 'confirmActing'> & { acting: string },
): Promise<Caller> {
  return inSystem(db, async (trx) => {
    const found = await findPersonByIdentity(trx, bearer.issuer, bearer.sub);
    const admin = requireCurrentPerson(found, await isSessionEnded(trx, bearer), bearer);
    if (admin.person_role !== 'Super Admin') throw new AppError('acting-ended');
    requireAdminFactor(settings, admin, bearer);
    const user = await getActedMember(trx, admin.id, bearer, acting);
    const confirms = confirmActing === 'yes';
    return { kind: 'acting-admin', bearer, adminId: admin.id, actingId: acting, user, confirms };
  });
}

async function authenticateMember(
  db: Pick<Database, 'pool'>,
  bearer: Bearer,
  account: string | undefined,
): Promise<Caller> {
  // An id that is none names no account of anybody.
  if (account !== undefined && !idSchema.safeParse(account).success) throw new AppError('no-membership');
  const { found, ended } = await inSystem(db, async (trx) => ({
    found: await findCaller(trx, bearer, account),
    ended: await isSessionEnded(trx, bearer),
  }));
  const person = requireCurrentPerson(found?.person ?? null, ended, bearer);
  // An administrator sees an account only by acting as one of its members.
  if (person.person_role === 'Super Admin') throw new AppError('forbidden');
  const [member, second] = found?.memberships ?? [];
  if (member === undefined) throw new AppError('no-membership');
  if (second !== undefined) throw new AppError('account-required');
  if (member.erasing_since !== null) throw new AppError('forbidden');
  const locationIds = member.all_locations ? null : member.location_ids;
  const user = { accountId: member.account_id, userId: person.id, role: member.role, locationIds };
  return { kind: 'person', bearer, user };
}

/** @throws AppError `second-factor-required` */
function requireAdminFactor(rules: AdminRules, { person_role: role }: PersonRow, bearer: Bearer): void {
  if (isFactorMissing(rules, { role }, bearer)) throw new AppError('second-factor-required');
}

/** Whether this is an administrator whose sign-in lacks the second factor that the installation requires of them. */
export function isFactorMissing(
  { adminNeedsSecondFactor }: AdminRules,
  { role }: { role: string },
  bearer: Pick<Bearer, 'secondFactor'>,
): boolean {
  return adminNeedsSecondFactor && role === 'Super Admin' && !bearer.secondFactor;
}

/** @throws AppError `unauthenticated` for a token that was ended, `forbidden` for an unknown or blocked person */
function requireCurrentPerson(person: PersonRow | null, ended: boolean, bearer: Bearer): PersonRow {
  if (ended) throw new AppError('unauthenticated');
  if (person === null) throw new AppError('forbidden');
  if (isTokenOutdated(person, bearer)) throw new AppError('unauthenticated');
  if (person.blocked_at !== null) throw new AppError('forbidden');
  return person;
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
      secondFactor: known[claims.methods]?.includes(secondFactorMethod) === true,
    };
  } catch (error) {
    if (isKeyFetchFailure(error))
      throw new AppError('unavailable', 'The identity service does not answer.', { cause: error });
    throw new AppError('unauthenticated', undefined, { cause: error });
  }
}
