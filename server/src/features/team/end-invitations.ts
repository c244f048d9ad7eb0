/** How open invitations end without being accepted. */
import { accountRoles, type MemberAccess, mayManageMember } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { audit, type MembershipKey, type PlainAuditAction } from '../identity/index.ts';
import { cancelUnsentMail } from '../mail/index.ts';
import { type InvitationRow, listOpenInvitationsFrom, markRevoked } from './queries.ts';

/** Ends an open invitation, with its mail where that was not sent. Callers hold the lock of the account. */
export async function endInvitation(
  trx: Transaction<DB>,
  { account_id: accountId, id, email }: Pick<InvitationRow, 'account_id' | 'id' | 'email'>,
  { userId, action }: { userId: string | null; action: PlainAuditAction },
): Promise<void> {
  const now = new Date();
  await markRevoked(trx, accountId, id, now);
  await cancelUnsentMail(trx, accountId, { template: 'team-invitation', recipient: email }, now);
  await audit(trx, { accountId, userId, action, target: id });
}

/**
 * Ends the open invitations of a member that they could not send any more, or they could come back by them.
 * `after` is what they have now, null for a former member.
 */
export async function revokeLostInvitations(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  before: MemberAccess,
  after: MemberAccess | null,
): Promise<void> {
  const lost = accountRoles.filter((role) => mayManageMember(before, role) && !mayManageMember(after, role));
  if (lost.length === 0) return;
  for (const invitation of await listOpenInvitationsFrom(trx, accountId, userId, lost))
    await endInvitation(trx, invitation, { userId: actorId, action: 'invitation.revoked' });
}
