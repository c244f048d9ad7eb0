/**
 * The three calls of the sign-in sequence. The product's requirements fix their addresses and bodies, so they have no
 * version and differ from the style of the other routes.
 */
import { z } from 'zod';
import { accountRoleSchema } from './account-role.ts';
import { actingSchema } from './acting.ts';
import { emailSchema, idSchema, timeSchema } from './common.ts';
import { languages, roles } from './constants.ts';
import { blockReasons } from './operator-reasons.ts';
import { planStateSchema } from './plans.ts';
import { route } from './route.ts';

const userToken = z.string().min(1).max(8192);
const credentials = z.strictObject({ useremail: emailSchema, userToken });

/** The profile as the browser library of the sign-in service returns it. Only `sub` and `email` are always there. */
export const identityProfileSchema = z.object({
  sub: z.string().min(1).max(255),
  email: emailSchema,
  email_verified: z.boolean().optional(),
  name: z.string().max(200).optional(),
  nickname: z.string().max(200).optional(),
  picture: z.string().max(2048).optional(),
  displayName: z.string().max(200).optional(),
  locale: z.string().max(20).optional(),
  /** The time zone of the browser; a new account uses it for its days. */
  zoneinfo: z.string().max(64).optional(),
});

/** An account that a person belongs to, with their role in it. */
export const ownMembershipSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: accountRoleSchema,
  /** The locations that the membership is limited to; null for all of the account. */
  locationIds: z.array(idSchema).nullable(),
});
export type OwnMembership = z.infer<typeof ownMembershipSchema>;

export const userSchema = z.object({
  id: idSchema,
  uid: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  /** Path of the user's own picture; requests need the bearer token. Null without one. */
  picture: z.string().nullable(),
  accountName: z.string(),
  role: z.enum(roles),
  /** True when an administrator acts as this person; then the record is that of the person. */
  impersonated: z.boolean(),
  acting: actingSchema.nullable(),
  /**
   * Whether the person runs this installation: an administrator, or, while there is none, the owner of its only account. They
   * see what must be set up at a platform.
   */
  operator: z.boolean(),
  /** An administrator whose sign-in lacks the second factor that this installation requires of administrators. */
  secondFactorMissing: z.boolean(),
  locale: z.enum(languages),
  /** IANA zone of the account; reviews are counted by its days. */
  timeZone: z.string(),
  /**
   * Whole days until the trial or plan ends, rounded up; 0 or less once it ended. Null for a plan that renews, and on an
   * installation without plans.
   */
  sub_ends: z.number().int().nullable(),
  /** State of the account's plan; null on an installation without plans. */
  planState: planStateSchema.nullable(),
  /** When the account is deleted; null when no deletion is scheduled. */
  deletionScheduledFor: timeSchema.nullable(),
  /**
   * The account that `accountName` and what follows it are about: the one that the header `Kindling-Account` names when the
   * person belongs to it, else the first one. Null for a person who belongs to none.
   */
  account: ownMembershipSchema.nullable(),
  /** Every account that the person belongs to. */
  accounts: z.array(ownMembershipSchema),
});
export type User = z.infer<typeof userSchema>;

/** Since when and why the operator has blocked a person, as the mail about it tells them. */
export const signInBlockSchema = z.object({
  since: timeSchema,
  /** Null when the operator's trail has no reason for it. */
  reason: z.enum(blockReasons).nullable(),
});
export type SignInBlock = z.infer<typeof signInBlockSchema>;

export const savedLoginSchema = z.object({
  status: z.boolean(),
  /** Present for a blocked person only. */
  block: signInBlockSchema.optional(),
});
export type SavedLogin = z.infer<typeof savedLoginSchema>;

export const users = {
  add: route({
    method: 'POST',
    path: '/users/adduser',
    versioned: false,
    access: 'token',
    tag: 'Users',
    summary: 'Creates the account and user of the bearer after sign-up; safe to repeat.',
    input: identityProfileSchema,
    output: z.object({ data: z.object({ status: z.boolean() }) }),
  }),
  saveLogin: route({
    method: 'POST',
    path: '/users/savelogin',
    versioned: false,
    access: 'token',
    tag: 'Users',
    summary:
      'Records a sign-in. A false data.status tells the app to sign out; data.block tells a blocked person why.',
    input: credentials,
    output: z.object({ data: savedLoginSchema }),
  }),
  getByEmail: route({
    method: 'POST',
    path: '/users/getuserbyemail',
    versioned: false,
    access: 'token',
    tag: 'Users',
    summary: 'The user record of the bearer; the e-mail must be the bearer’s own.',
    input: credentials,
    output: z.object({ user: userSchema }),
  }),
  startOwnAccount: route({
    method: 'POST',
    path: '/accounts',
    access: 'token',
    tag: 'Users',
    summary: 'Creates an account for a person who belongs to none, for example after they left a team.',
    input: z.strictObject({ zoneinfo: z.string().max(64) }),
    output: z.object({ accountId: idSchema }),
    successStatus: 201,
  }),
};
