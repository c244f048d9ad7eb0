/**
 * Changes and ends of memberships, with what depends on them: the member's open invitations, the offer of ownership and the
 * mails about them.
 */
import type { MemberAccess } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { accessOf, changeMembership, endMembership, type MemberRow } from '../identity/index.ts';
import type { TeamChange } from './change-team.ts';
import { revokeLostInvitations } from './end-invitations.ts';
import { endOfferOf } from './end-offer.ts';
import { mailChangedMember } from './member-mails.ts';
import { mailFormerOwner, mailOwners, mailOwnersOfLeaver, requireOwnerMailLeft } from './owner-mails.ts';

/**
 * `told`: members who learn of the change by another mail.
 * @throws AppError `last-owner` when nobody would own the account afterwards, `rate-limited` for a new owner who was demoted
 *   too often within a day
 */
export async function changeMemberAccess(
  trx: Transaction<DB>,
  team: TeamChange,
  member: MemberRow,
  access: MemberAccess,
  told: readonly string[] = [],
): Promise<void> {
  const { accountId } = team;
  const key = { accountId, userId: member.user_id, actorId: team.actor.user_id };
  if (member.role !== 'owner' && access.role === 'owner') await requireOwnerMailLeft(trx, accountId, member);
  const isChanged = await changeMembership(trx, key, member, access);
  // An offer stands between an owner and somebody who is none.
  if ((member.role === 'owner') !== (access.role === 'owner')) await endOfferOf(trx, accountId, key.userId);
  await revokeLostInvitations(trx, key, accessOf(member), access);
  const { user_id: userId, display_name: name } = member;
  await mailOwners(trx, team, { userId, name, before: member.role, after: access.role }, told);
  if (told.includes(userId)) return;
  if (member.role === 'owner' && access.role !== 'owner') await mailFormerOwner(team, member, 'role-changed');
  else if (isChanged && userId !== key.actorId)
    await mailChangedMember(trx, team, member, access, team.actor);
}

/**
 * Callers mail a member who was removed.
 * @throws AppError `last-owner` when nobody would own the account afterwards
 */
export async function endMember(trx: Transaction<DB>, team: TeamChange, member: MemberRow): Promise<void> {
  const { accountId } = team;
  const key = { accountId, userId: member.user_id, actorId: team.actor.user_id };
  await endOfferOf(trx, accountId, key.userId);
  await endMembership(trx, key, member);
  await revokeLostInvitations(trx, key, accessOf(member), null);
  await mailOwners(trx, team, {
    userId: key.userId,
    name: member.display_name,
    before: member.role,
    after: null,
  });
  if (key.userId !== key.actorId) return;
  await mailOwnersOfLeaver(trx, team, member);
  if (member.role === 'owner') await mailFormerOwner(team, member, 'left');
}
