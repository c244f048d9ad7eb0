/** The members of an account: what they may do, and how they go. */
import { type MemberAccess, mayBeLimited } from '@kindling/contract/rights';
import type { MemberDetail, Team } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Bearer, SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { lockLocations } from '../businesses/index.ts';
import { findMemberRow, type MemberRow } from '../identity/index.ts';
import {
  type ChangeDeps,
  changeTeam,
  requireManager,
  requireSignInForOwners,
  withTeam,
} from './change-team.ts';
import type { TeamDeps } from './deps.ts';
import { mailTo } from './mail-to.ts';
import { changeMemberAccess, endMember } from './member-changes.ts';
import { presentMemberDetail } from './present.ts';

/** A member with all their locations. @throws AppError `not-found` */
export async function getMember(
  { db }: Pick<TeamDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<MemberDetail> {
  const member = await inTenant(db, accountId, (trx) => requireMember(trx, accountId, id));
  return presentMemberDetail(member, userId);
}

/**
 * Changes role and locations of a member, from their next request on.
 * @throws AppError `role-forbids` when the caller may not manage this member, `last-owner`, `not-found`,
 *   `invalid-input` for locations of an owner or of another account, `sign-in-again` as `requireSignInForOwners`,
 *   `rate-limited` as `requireOwnerMailLeft`
 */
export function changeMember(
  deps: ChangeDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  userId: string,
  access: MemberAccess,
): Promise<Team> {
  const { accountId } = user;
  return changeTeam(deps, user, async (trx, team) => {
    const member = await requireMember(trx, accountId, userId);
    requireManager(team, member.role, access.role);
    requireSignInForOwners(bearer, member.role, access.role);
    const wanted = await checkAccess(trx, accountId, access);
    await changeMemberAccess(trx, team, member, wanted);
  });
}

/**
 * Removes another member and tells them by mail.
 * @throws AppError `role-forbids`, `last-owner`, `not-found`, `sign-in-again` as `requireSignInForOwners`; `conflict` for
 *   the caller, who leaves instead
 */
export function removeMember(
  deps: ChangeDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
  userId: string,
): Promise<Team> {
  const { accountId } = user;
  return changeTeam(deps, user, async (trx, team) => {
    const member = await requireMember(trx, accountId, userId);
    if (userId === user.userId) throw new AppError('conflict');
    requireManager(team, member.role);
    requireSignInForOwners(bearer, member.role, null);
    await endMember(trx, team, member);
    const { accountName } = team;
    await team.queueMail({ kind: 'member-removed', ...mailTo(member), accountId, accountName });
  });
}

/** Ends the caller's own membership. @throws AppError `last-owner`, `sign-in-again` as `requireSignInForOwners` */
export function leaveAccount(
  deps: ChangeDeps,
  user: SignedInUser,
  bearer: Pick<Bearer, 'signedInAt'>,
): Promise<void> {
  return withTeam(deps, user, async (trx, team) => {
    requireSignInForOwners(bearer, team.actor.role, null);
    await endMember(trx, team, team.actor);
  });
}

/** @throws AppError `not-found` */
export async function requireMember(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<MemberRow> {
  const member = await findMemberRow(trx, accountId, userId);
  if (member === null) throw notFound();
  return member;
}

/**
 * Role and locations as they may be stored; the locations stay until the transaction ends.
 * @throws AppError `invalid-input` for locations of an owner or of another account
 */
export async function checkAccess(
  trx: Transaction<DB>,
  accountId: string,
  { role, locationIds }: MemberAccess,
): Promise<MemberAccess> {
  if (locationIds === null) return { role, locationIds };
  if (!mayBeLimited(role)) throw invalidLocations('Owners are not limited to locations.');
  const distinct = [...new Set(locationIds)];
  if ((await lockLocations(trx, accountId, distinct)).length < distinct.length)
    throw invalidLocations('Expected locations of the account.');
  return { role, locationIds: distinct };
}

function invalidLocations(message: string): AppError {
  return new AppError('invalid-input', undefined, { fields: [{ path: 'locationIds', message }] });
}
