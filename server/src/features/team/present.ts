import { type MemberAccess, mayManageMember } from '@kindling/contract/rights';
import {
  type InvitationPreview,
  listedLocations,
  type Member,
  type MemberDetail,
  type OpenInvitation,
  type OwnershipOffer,
  type OwnInvitation,
} from '@kindling/contract/team';
import { printableName } from '../../lib/printable-name.ts';
import { accessOf, type ListedMemberRow, type MemberRow, picturePath } from '../identity/index.ts';
import type { InvitationRow, ListedInvitationRow, OfferRow } from './queries.ts';

export function presentMember(row: ListedMemberRow, callerId: string): Member {
  return {
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: row.display_name,
    email: row.email,
    picture: picturePath(row.picture),
    role: row.role,
    ...presentLimit(row),
    joinedAt: row.created_at.toISOString(),
    you: row.user_id === callerId,
  };
}

export function presentMemberDetail(row: MemberRow, callerId: string): MemberDetail {
  const { location_ids: ids } = row;
  const listed = { location_count: ids.length, first_location_ids: ids.slice(0, listedLocations) };
  const { locationIds } = accessOf(row);
  return {
    ...presentMember({ ...row, ...listed }, callerId),
    locationIds: locationIds === null ? null : [...locationIds],
  };
}

function presentLimit(
  row: Pick<ListedMemberRow, 'all_locations' | 'location_count' | 'first_location_ids'>,
): Pick<Member, 'locationCount' | 'firstLocationIds'> {
  if (row.all_locations) return { locationCount: null, firstLocationIds: [] };
  return { locationCount: row.location_count, firstLocationIds: row.first_location_ids };
}

export function presentOpenInvitation(row: ListedInvitationRow, now: Date): OpenInvitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    ...presentLimit(row),
    inviterId: row.invited_by,
    invitedBy: row.inviter,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: stateOf(row, now) !== 'valid',
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
  const state = row.account_closing ? 'revoked' : stateOf(row, now);
  return state === 'valid'
    ? { ...presentOwnInvitation(row), email: maskAddress(row.email), state }
    : { state };
}

/** Whoever reads this does not know who chose the names, as the reader of the mail. */
export function presentOwnInvitation(row: InvitationRow): OwnInvitation {
  return {
    id: row.id,
    accountName: printableName(row.account_name),
    invitedBy: printableName(row.inviter),
    role: row.role,
    limited: !row.all_locations,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** An invitation counts as long as whoever sent it may give its role, so a removed manager has no way back in. */
export function stateOf(row: InvitationRow, now: Date): InvitationPreview['state'] {
  if (row.accepted_at !== null) return 'accepted';
  if (row.revoked_at !== null || !mayManageMember(inviterAccess(row), row.role)) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'valid';
}

function inviterAccess({
  inviter_role: role,
  inviter_all_locations: all,
}: InvitationRow): MemberAccess | null {
  // Which locations a limited member has makes no difference here.
  return role === null ? null : { role, locationIds: all === true ? null : [] };
}

/** Enough for the person to recognize their own address, and too little for somebody else to learn it. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
