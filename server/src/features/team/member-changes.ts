/** Changes and ends of memberships, with what depends on them: the member's open invitations and the offer of ownership. */
import type { MemberAccess } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { changeMembership, endMembership, type MemberRow } from '../identity/index.ts';
import type { LockedTeam } from './change-team.ts';
import { revokeLostInvitations } from './end-invitations.ts';
import { endOfferOf } from './end-offer.ts';

/** @throws AppError `last-owner` when nobody would own the account afterwards */
export async function changeMemberAccess(
  trx: Transaction<DB>,
  { accountId, actor }: LockedTeam,
  member: MemberRow,
  access: MemberAccess,
): Promise<void> {
  const key = { accountId, userId: member.user_id, actorId: actor.user_id };
  await changeMembership(trx, key, member, access);
  // An offer stands between an owner and somebody who is none.
  if ((member.role === 'owner') !== (access.role === 'owner')) await endOfferOf(trx, accountId, key.userId);
  await revokeLostInvitations(trx, key, access);
}

/** @throws AppError `last-owner` when nobody would own the account afterwards */
export async function endMember(
  trx: Transaction<DB>,
  { accountId, actor }: LockedTeam,
  member: MemberRow,
): Promise<void> {
  const key = { accountId, userId: member.user_id, actorId: actor.user_id };
  await endOfferOf(trx, accountId, key.userId);
  await endMembership(trx, key, member);
  await revokeLostInvitations(trx, key, null);
}
