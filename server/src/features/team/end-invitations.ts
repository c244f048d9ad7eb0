/** How open invitations end without being accepted. */
import { type MemberAccess, mayManageMember } from '@kindling/contract/rights';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { audit, type MembershipKey, type PlainAuditAction } from '../identity/index.ts';
import { cancelUnsentMail } from '../mail/index.ts';
import { type InvitationRow, listOpenInvitations, markRevoked } from './queries.ts';

/** Ends an open invitation, with its mail where that was not sent. Callers hold the lock of the account. */
export async function endInvitation(
  trx: Transaction<DB>,
  { account_id: accountId, id, email }: InvitationRow,
  { userId, action }: { userId: string | null; action: PlainAuditAction },
): Promise<void> {
  const now = new Date();
  await markRevoked(trx, accountId, id, now);
  await cancelUnsentMail(trx, accountId, { template: 'team-invitation', recipient: email }, now);
  await audit(trx, { accountId, userId, action, target: id });
}

/**
 * Ends the open invitations of a member that they could not send any more, or they could come back by them.
 * `access` is what they have now, null for a former member.
 */
export async function revokeLostInvitations(
  trx: Transaction<DB>,
  { accountId, userId, actorId }: MembershipKey,
  access: MemberAccess | null,
): Promise<void> {
  const open = await listOpenInvitations(trx, accountId);
  const lost = open.filter(({ invited_by: by, role }) => by === userId && !mayManageMember(access, role));
  for (const invitation of lost)
    await endInvitation(trx, invitation, { userId: actorId, action: 'invitation.revoked' });
}
