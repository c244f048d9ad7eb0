/** What a person does with their own sign-ins and language, with or without an account. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@kindling/contract/constants';
import type { SignInSecurity, SignInSession } from '@kindling/contract/profile';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { endSessions } from './acting.ts';
import { audit } from './audit.ts';
import type { IdentityDeps, SignInService } from './deps.ts';
import { markSessionEnded, markTokenEnded } from './ended-sessions.ts';
import { auditOperator } from './operator-audit.ts';
import {
  presentSecond,
  revokeTokensBefore,
  revokeTokensOfIdentity,
  updateLocale,
} from './profile-queries.ts';
import { findPersonByIdentity, listMemberships, type PersonRow } from './queries.ts';

/** A person on a route that concerns no account. */
interface Self {
  userId: string;
  bearer: Pick<Bearer, 'issuer' | 'sub' | 'sessionId'>;
}

type Deps = Pick<IdentityDeps, 'db' | 'signIns'>;

/** @throws AppError `not-found` where a hosted provider keeps the sessions. */
export async function listSessions({ signIns }: Deps, { bearer }: Self): Promise<SignInSession[]> {
  const records = await requireSignIns(signIns).list(bearer.sub);
  return records.map((record) => ({
    ...record,
    signedInAt: record.signedInAt.toISOString(),
    lastUsedAt: record.lastUsedAt.toISOString(),
    current: record.id === bearer.sessionId,
  }));
}

/**
 * What the caller signs in with besides the password.
 * @throws AppError `not-found` where a hosted provider keeps it
 */
export async function getSignInSecurity(
  { factors }: Pick<IdentityDeps, 'factors'>,
  { bearer }: Self,
): Promise<SignInSecurity> {
  if (factors === null) throw notFound();
  return factors.stateOf(bearer.sub);
}

/** Signs one of the caller's own browsers out, from the next request on. @throws AppError `not-found` for any other. */
export async function endSession(deps: Deps, self: Self, id: string): Promise<void> {
  const signIns = requireSignIns(deps.signIns);
  const { sub } = self.bearer;
  if (!(await signIns.list(sub)).some((session) => session.id === id)) throw notFound();
  // Before its end: where ending fails it is still found when the caller tries again.
  await markSessionEnded(deps, id);
  if (!(await signIns.end(sub, id))) return;
  await inSystem(deps.db, (trx) => auditOwn(trx, self, 'session.ended'));
}

/**
 * Signs the caller out here: the token that asks is refused from now on, and every other of its sign-in. A hosted
 * provider that names no sign-in in its tokens leaves us this one token to refuse.
 */
export async function signOutHere(
  { db, signIns }: Deps,
  { issuer, sub, sessionId, token }: Pick<Bearer, 'issuer' | 'sub' | 'sessionId' | 'token'>,
): Promise<void> {
  if (signIns !== null && sessionId !== null) await signIns.end(sub, sessionId);
  await markTokenEnded({ db }, { sessionId, token });
  await inSystem(db, async (trx) => {
    const person = await findPersonByIdentity(trx, issuer, sub);
    if (isAdmin(person)) await endSessions(trx, { adminId: person.id }, 'signed-out');
  });
}

/**
 * Signs the caller out everywhere: sessions and refresh tokens end at the sign-in service, and every access token
 * issued until now is refused here.
 * @throws AppError `not-found` where a hosted provider keeps the sessions: its refresh tokens would make new ones.
 */
export async function endAllSessions(
  { db, signIns }: Deps,
  self: Self,
  now: () => number = Date.now,
): Promise<void> {
  await requireSignIns(signIns).endAll(self.bearer.sub);
  // Tokens tell their age in whole seconds, so one of this very second is only told apart from the next second on.
  const from = Math.floor(now() / 1000) * 1000 + 1000;
  await inSystem(db, async (trx) => {
    await revokeTokensBefore(trx, self.userId, new Date(from));
    await auditOwn(trx, self, 'session.all-ended');
  });
  // Whoever signs in again right after the answer must get a token that counts.
  await wait(Math.max(0, from - now()));
}

/**
 * Refuses every access token that this identity was given before the present second; called when a password was
 * changed. Tokens of the present second go on: the browser that changed it asks for a new one at once.
 */
export async function revokeEarlierTokens(
  { db }: Pick<IdentityDeps, 'db'>,
  issuer: string,
  sub: string,
): Promise<void> {
  await inSystem(db, (trx) => revokeTokensOfIdentity(trx, issuer, sub, presentSecond()));
}

export function changeLanguage(
  { db }: Pick<IdentityDeps, 'db'>,
  { userId }: Pick<Self, 'userId'>,
  locale: Language,
): Promise<void> {
  return inSystem(db, async (trx) => void (await updateLocale(trx, userId, locale)));
}

function isAdmin(person: PersonRow | null): person is PersonRow {
  return person?.person_role === 'Super Admin';
}

/** Writes into the trail of the account that the person joined first; of an administrator into the operator's. */
async function auditOwn(
  trx: Transaction<DB>,
  { userId, bearer }: Self,
  action: 'session.ended' | 'session.all-ended',
): Promise<void> {
  const person = await findPersonByIdentity(trx, bearer.issuer, bearer.sub);
  if (isAdmin(person)) return auditOperator(trx, { adminId: userId, action });
  const [first] = await listMemberships(trx, userId);
  if (first !== undefined) await audit(trx, { accountId: first.account_id, userId, action });
}

function requireSignIns(signIns: SignInService | null): SignInService {
  if (signIns === null) throw notFound();
  return signIns;
}
