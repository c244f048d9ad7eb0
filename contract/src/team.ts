/** The members of an account: invitations, roles and locations, and the handing over of its ownership. */
import { z } from 'zod';
import { accountRoleSchema } from './account-role.ts';
import { maxLocations } from './businesses.ts';
import { emptyInput, idSchema, okOutput, reachableEmailSchema, timeSchema } from './common.ts';
import { route } from './route.ts';

/** Far above a real team; the limits keep a loop from filling the database. */
export const maxMembers = 100;
export const maxOpenInvitations = 100;
/** Days for which the link of an invitation works, counted from the last time that it was sent. */
export const invitationDays = 7;
/** Days for which an offer of ownership can be accepted. */
export const ownershipOfferDays = 7;
/** Invitation mails that an account may send in 24 hours. */
export const invitationsPerDay = 50;
/** Invitation mails that one mailbox (`ann@`, `ann+shop@`) gets in 24 hours, from all accounts together. */
export const invitationsPerAddressAndDay = 5;
/** Of these, what one account may use, so that no account can keep others from inviting an address. */
export const invitationsPerAddressAndAccount = 2;

/** Null: all locations of the account, also later ones. An owner is never limited. */
const locationIdsInput = z.array(idSchema).min(1).max(maxLocations).nullable();
/** How many locations of a member or an invitation the team lists; there can be 500 of each. */
export const listedLocations = 3;
/** The limit to locations, as the team lists it. */
const listedLimit = {
  /** Without those that the caller does not see; 0 also when all were deleted. Null: all locations of the account. */
  locationCount: z.int().nonnegative().nullable(),
  /** The first of them in the order of their ids. Empty for all locations. */
  firstLocationIds: z.array(idSchema).max(listedLocations),
};

export const memberSchema = z.object({
  userId: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  email: z.string(),
  /** Path of the picture; requests need the bearer token. Null without a picture. */
  picture: z.string().nullable(),
  role: accountRoleSchema,
  ...listedLimit,
  joinedAt: timeSchema,
  /** True for the caller. */
  you: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const memberDetailSchema = memberSchema.extend({
  /** The locations that the caller sees, in the order of their ids. Null: all locations of the account. */
  locationIds: z.array(idSchema).nullable(),
});
export type MemberDetail = z.infer<typeof memberDetailSchema>;

/** An invitation that was neither accepted, declined nor revoked. One that cannot be accepted any more can be sent again. */
export const openInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: accountRoleSchema,
  ...listedLimit,
  /** Id of the person who invited or sent it again last; it ends when they may not invite to this role any more. */
  inviterId: idSchema.nullable(),
  /** Name of the member who invited; null when they left. */
  invitedBy: z.string().nullable(),
  sentAt: timeSchema,
  expiresAt: timeSchema,
  expired: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const ownershipOfferSchema = z.object({
  fromUserId: idSchema,
  toUserId: idSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type OwnershipOffer = z.infer<typeof ownershipOfferSchema>;

export const teamSchema = z.object({
  /** Owners first, then by the role and the day of joining. */
  members: z.array(memberSchema),
  /** Empty for a caller who may not manage members. */
  invitations: z.array(openInvitationSchema),
  /** The open offer, for owners and for the member to whom it was made; null for everybody else. */
  ownershipOffer: ownershipOfferSchema.nullable(),
});
export type Team = z.infer<typeof teamSchema>;

/** An invitation that can be accepted, as its link describes it. */
const describedInvitationSchema = z.object({
  id: idSchema,
  /** Null for a name that a program could make a link of, or that is long enough for advertising. */
  accountName: z.string().nullable(),
  /** Name of the member who invited; null as that of the account, and when they left. */
  invitedBy: z.string().nullable(),
  role: accountRoleSchema,
  /** Whether it is for some locations of the account only. */
  limited: z.boolean(),
  /** The invited address, masked: `a…@example.com`. */
  email: z.string(),
  expiresAt: timeSchema,
  state: z.literal('valid'),
});
export type DescribedInvitation = z.infer<typeof describedInvitationSchema>;

/**
 * What the link of an invitation shows to whoever has it: of one that cannot be accepted any more nothing but that. A
 * declined one, and each while the account waits for its deletion, is `revoked`.
 */
export const invitationPreviewSchema = z.discriminatedUnion('state', [
  describedInvitationSchema,
  z.object({ state: z.enum(['expired', 'accepted', 'revoked']) }),
]);
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** An invitation that waits for the bearer, with names as in {@link DescribedInvitation}. */
export const ownInvitationSchema = z.object({
  id: idSchema,
  accountName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  role: accountRoleSchema,
  /** Whether it is for some locations of the account only. */
  limited: z.boolean(),
  expiresAt: timeSchema,
});
export type OwnInvitation = z.infer<typeof ownInvitationSchema>;

const teamOutput = z.object({ team: teamSchema });
const access = { role: accountRoleSchema, locationIds: locationIdsInput };
/** Input of routes without parameters: an empty body or none. */
const optionalEmptyBody = emptyInput.optional();
const tag = 'Team';

export const team = {
  get: route({
    method: 'GET',
    path: '/team',
    access: 'user',
    action: 'members.read',
    tag,
    summary: 'The members of the account, its open invitations and the offer of ownership.',
    input: emptyInput,
    output: teamOutput,
  }),
  invite: route({
    method: 'POST',
    path: '/team/invitations',
    access: 'user',
    action: 'members.manage',
    tag,
    summary:
      'Invites an address by mail; the link works for this address only, for 7 days. An invitation as owner needs a recent sign-in.',
    input: z.strictObject({ email: reachableEmailSchema, ...access }),
    output: teamOutput,
    successStatus: 201,
  }),
  sendInvitationAgain: route({
    method: 'POST',
    path: '/team/invitations/{id}/send-again',
    access: 'user',
    action: 'members.manage',
    tag,
    summary:
      'Sends an invitation again with a new link for another 7 days; the old link no longer works, and the caller becomes the inviter. An invitation as owner needs a recent sign-in.',
    input: z.strictObject({ id: idSchema }),
    output: teamOutput,
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/team/invitations/{id}',
    access: 'user',
    action: 'members.manage',
    tag,
    summary: 'Revokes an invitation; its link no longer works.',
    input: z.strictObject({ id: idSchema }),
    output: teamOutput,
  }),
  getMember: route({
    method: 'GET',
    path: '/team/members/{id}',
    access: 'user',
    action: 'members.read',
    tag,
    summary: 'A member with all locations to which they are limited.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ member: memberDetailSchema }),
  }),
  changeMember: route({
    method: 'PUT',
    path: '/team/members/{id}',
    access: 'user',
    action: 'members.manage',
    tag,
    summary:
      'Changes the role and the locations of a member, from their next request on. Open invitations that they could not send any more end. To make or demote an owner needs a recent sign-in; who was demoted 5 times within a day becomes owner again after it.',
    input: z.strictObject({ id: idSchema, ...access }),
    output: teamOutput,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/team/members/{id}',
    access: 'user',
    action: 'members.manage',
    tag,
    summary:
      'Removes another member and ends their open invitations; what they made for the account stays. To remove an owner needs a recent sign-in.',
    input: z.strictObject({ id: idSchema }),
    output: teamOutput,
  }),
  leave: route({
    method: 'POST',
    path: '/team/leave',
    access: 'user',
    action: 'account.leave',
    tag,
    summary:
      'Ends the caller’s own membership and their open invitations. An owner needs a recent sign-in, and the last one cannot leave.',
    input: optionalEmptyBody,
    output: okOutput,
  }),
  offerOwnership: route({
    method: 'POST',
    path: '/team/ownership-offer',
    access: 'user',
    action: 'ownership.hand-over',
    tag,
    summary:
      'Offers the caller’s ownership to another member for 7 days, at most 5 times a day to the same one. Needs a recent sign-in.',
    input: z.strictObject({ memberId: idSchema }),
    output: teamOutput,
    successStatus: 201,
  }),
  withdrawOwnershipOffer: route({
    method: 'DELETE',
    path: '/team/ownership-offer',
    access: 'user',
    action: 'ownership.answer',
    tag,
    summary: 'Takes the offer back (owners), or declines it (the member to whom it was made).',
    input: optionalEmptyBody,
    output: teamOutput,
  }),
  acceptOwnership: route({
    method: 'POST',
    path: '/team/ownership-offer/accept',
    access: 'user',
    action: 'ownership.answer',
    tag,
    summary:
      'Accepts the offer: the caller becomes owner, and who offered becomes manager. Needs a recent sign-in.',
    input: optionalEmptyBody,
    output: teamOutput,
  }),
  lookUpInvitation: route({
    method: 'POST',
    path: '/invitations/look-up',
    access: 'public',
    tag,
    summary: 'What the link of an invitation is about. Not found for an unknown token.',
    input: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
    output: z.object({ invitation: invitationPreviewSchema }),
  }),
  listOwnInvitations: route({
    method: 'GET',
    path: '/invitations',
    access: 'token',
    tag,
    summary: 'Invitations that wait for the bearer’s confirmed address.',
    input: emptyInput,
    output: z.object({ invitations: z.array(ownInvitationSchema) }),
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/invitations/{id}/accept',
    access: 'token',
    tag,
    summary:
      'Makes the bearer a member, when the invitation was sent to their confirmed address. An invitation as owner needs a recent sign-in.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ accountId: idSchema }),
  }),
  declineInvitation: route({
    method: 'POST',
    path: '/invitations/{id}/decline',
    access: 'token',
    tag,
    summary: 'Ends an invitation that was sent to the bearer’s confirmed address, as if it had been revoked.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
