import type {
  InvitationPreview,
  InvitationState,
  Member,
  OpenInvitation,
  OwnershipOffer,
  OwnInvitation,
} from '@kindling/contract/team';
import { type MemberRow, picturePath } from '../identity/index.ts';
import type { InvitationRow, OfferRow } from './queries.ts';

export function presentMember(row: MemberRow, callerId: string): Member {
  return {
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    email: row.email,
    picture: picturePath(row.picture),
    role: row.role,
    locationIds: row.all_locations ? null : row.location_ids,
    joinedAt: row.created_at.toISOString(),
    you: row.user_id === callerId,
  };
}

export function presentOpenInvitation(row: InvitationRow, now: Date): OpenInvitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    locationIds: row.all_locations ? null : row.location_ids,
    invitedBy: row.inviter,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: stateOf(row, now) === 'expired',
  };
}

export function presentOffer(row: OfferRow): OwnershipOffer {
  return {
    fromUserId: row.from_user,
    toUserId: row.to_user,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function presentPreview(row: InvitationRow, now: Date): InvitationPreview {
  return { ...presentOwnInvitation(row), email: maskAddress(row.email), state: stateOf(row, now) };
}

export function presentOwnInvitation(row: InvitationRow): OwnInvitation {
  return {
    id: row.id,
    accountName: row.account_name,
    invitedBy: row.inviter,
    role: row.role,
    expiresAt: row.expires_at.toISOString(),
  };
}

export function stateOf(row: InvitationRow, now: Date): InvitationState {
  if (row.accepted_at !== null) return 'accepted';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'valid';
}

/** Enough for the person to recognize their own address, and too little for somebody else to learn it. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
