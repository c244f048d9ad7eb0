/**
 * People and accounts as administrators see them: who they are, what they use and what they pay. No route shows content of an
 * account: no review, no private message, no answer, and nothing that visitors left about themselves. Whoever must see more
 * acts as a member, which the account sees.
 */
import { z } from 'zod';
import { accountRoleSchema } from './account-role.ts';
import { moneySchema } from './billing.ts';
import { idSchema, okOutput, storableString, timeSchema } from './common.ts';
import { connectionStatusSchema } from './connections.ts';
import { languages, roles } from './constants.ts';
import { embedKinds } from './embed-settings.ts';
import { blockReasons, takedownReasons } from './operator-reasons.ts';
import { planStateSchema } from './plans.ts';
import { platformSchema } from './platforms.ts';
import { route } from './route.ts';
import { takedownSchema } from './takedowns.ts';

/** People of one page of the list. */
export const userPageSize = 50;
/** Entries of one page of the activity. */
export const activityPageSize = 30;
/** Rows of one kind of an account that are listed; the counts are of all. */
export const listedOfAccount = 100;
/** Accounts of one person that a row of the list names. */
export const listedAccounts = 3;
/** Most days by which a trial is extended at once. */
export const maxTrialDays = 365;
/** Days before the end of a trial in which it counts as ending. */
export const trialEndingDays = 7;

export const userSignals = ['trial-ending', 'never-connected', 'deletion-scheduled', 'no-account'] as const;
export type UserSignal = (typeof userSignals)[number];
export const userSorts = ['registered', 'last-login'] as const;
export type UserSort = (typeof userSorts)[number];

/** An account as a row of the list names it. `plan` null: an installation without plans. */
export const accountSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  role: accountRoleSchema,
  plan: planStateSchema.nullable(),
  planEndsAt: timeSchema.nullable(),
  deletionScheduledFor: timeSchema.nullable(),
});

const personFields = {
  id: idSchema,
  email: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  registeredAt: timeSchema,
  lastLoginAt: timeSchema.nullable(),
  blockedAt: timeSchema.nullable(),
};

export const listedPersonSchema = z.object({
  ...personFields,
  /** The first ones that they joined. */
  accounts: z.array(accountSummarySchema).max(listedAccounts),
  accountCount: z.int(),
});
export type ListedPerson = z.infer<typeof listedPersonSchema>;

/** An entry of the operator's own trail. */
export const operatorEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  action: z.string(),
  /** Who did it; null by a command, and for an administrator who is gone. */
  adminName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type OperatorEntry = z.infer<typeof operatorEntrySchema>;

export const personSchema = z.object({
  ...personFields,
  firstName: z.string(),
  lastName: z.string(),
  locale: z.enum(languages),
  /** Whether it is the caller, who cannot change their own role or block. */
  you: z.boolean(),
  accounts: z.array(accountSummarySchema),
  /** What administrators did with this person, newest first; the latest ones. */
  operatorEntries: z.array(operatorEntrySchema),
});
export type Person = z.infer<typeof personSchema>;

/** What the operator gave for free; `until` null has no end. */
export const giftSchema = z.object({ since: timeSchema, until: timeSchema.nullable() });

const counted = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.int(), rows: z.array(row).max(listedOfAccount) });

export const adminAccountSchema = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: timeSchema,
  timeZone: z.string(),
  market: z.string(),
  deletion: z.object({ scheduledFor: timeSchema, begun: z.boolean() }).nullable(),
  /** Null on an installation without plans. */
  plan: z
    .object({
      state: planStateSchema,
      endsAt: timeSchema.nullable(),
      trialEndsAt: timeSchema,
      gift: giftSchema.nullable(),
      subscription: z
        .object({
          /** The payment provider's word. */
          status: z.string(),
          interval: z.string().nullable(),
          price: moneySchema.nullable(),
          startedAt: timeSchema.nullable(),
          periodEndsAt: timeSchema.nullable(),
          cancelAt: timeSchema.nullable(),
        })
        .nullable(),
      /** Of all invoices, by currency. */
      payments: z.array(
        z.object({
          currency: z.string(),
          invoices: z.int(),
          paid: z.int(),
          refunded: z.int(),
          lastPaidAt: timeSchema.nullable(),
        }),
      ),
    })
    .nullable(),
  members: counted(
    z.object({
      userId: idSchema,
      email: z.string(),
      displayName: z.string(),
      role: accountRoleSchema,
      joinedAt: timeSchema,
      blocked: z.boolean(),
      /** Whether an administrator may act as them. */
      actable: z.boolean(),
    }),
  ),
  businesses: counted(
    z.object({ id: idSchema, name: z.string(), locations: z.int(), archived: z.boolean() }),
  ),
  connections: counted(
    z.object({
      id: idSchema,
      platform: platformSchema,
      name: z.string(),
      status: connectionStatusSchema,
      since: timeSchema,
      listings: z.int(),
    }),
  ),
  listings: counted(
    z.object({
      id: idSchema,
      platform: platformSchema,
      name: z.string(),
      state: z.string(),
      paused: z.boolean(),
      lastSuccessAt: timeSchema.nullable(),
    }),
  ),
  embeds: counted(
    z.object({
      id: idSchema,
      kind: z.enum(embedKinds),
      name: z.string(),
      code: z.string(),
      publishedAt: timeSchema.nullable(),
      takenDown: takedownSchema.nullable(),
    }),
  ),
  pages: counted(
    z.object({
      id: idSchema,
      name: z.string(),
      slug: z.string(),
      /** Codes of QR codes and NFC cards that lead to it; the first ones. */
      codes: z.array(z.string()).max(20),
      takenDown: takedownSchema.nullable(),
    }),
  ),
});
export type AdminAccount = z.infer<typeof adminAccountSchema>;

/** An entry of the account's own trail. */
export const activityEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  action: z.string(),
  actor: z.string(),
  /** The person, or the member as whom an administrator acted; null for neither, and for a person who is gone. */
  personName: z.string().nullable(),
  adminName: z.string().nullable(),
  target: z.string().nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const publicItemKinds = ['embed', 'page'] as const;
export type PublicItemKind = (typeof publicItemKinds)[number];

/** What stands behind a public code or address. */
export const publicItemSchema = z.object({
  kind: z.enum(publicItemKinds),
  id: idSchema,
  name: z.string(),
  account: z.object({ id: idSchema, name: z.string() }),
  /** The owner who joined first, whose profile shows the account. */
  ownerId: idSchema.nullable(),
  takenDown: takedownSchema.nullable(),
});
export type PublicItem = z.infer<typeof publicItemSchema>;

const search = storableString(200).transform((text) => text.trim());
const day = z.iso.date();
const person = z.strictObject({ userId: idSchema });
const item = { kind: z.enum(publicItemKinds), accountId: idSchema, id: idSchema };
const typedName = storableString(400);

export const adminUsers = {
  list: route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    tag: 'Admin',
    summary:
      'People with their accounts, page by page with an opaque cursor. `search`: words that begin words of a name, an e-mail address or an account name, or the id of a person or account.',
    input: z.strictObject({
      search: search.optional(),
      role: z.enum(roles).optional(),
      /** Of one of their accounts. */
      plan: planStateSchema.optional(),
      blocked: z.boolean().optional(),
      signal: z.enum(userSignals).optional(),
      sort: z.enum(userSorts).default('registered'),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({
      people: z.array(listedPersonSchema).max(userPageSize),
      nextCursor: z.string().nullable(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/admin/users/{userId}',
    access: 'admin',
    tag: 'Admin',
    summary: 'A person with their accounts, and what administrators did with them.',
    input: person,
    output: z.object({ person: personSchema }),
  }),
  getAccount: route({
    method: 'GET',
    path: '/admin/accounts/{accountId}',
    access: 'admin',
    tag: 'Admin',
    summary: 'An account: members, plan, payments, and what it has set up. No content.',
    input: z.strictObject({ accountId: idSchema }),
    output: z.object({ account: adminAccountSchema }),
  }),
  listActivity: route({
    method: 'GET',
    path: '/admin/accounts/{accountId}/activity',
    access: 'admin',
    tag: 'Admin',
    summary: 'The trail of an account, newest first, page by page with an opaque cursor.',
    input: z.strictObject({ accountId: idSchema, cursor: z.string().max(200).optional() }),
    output: z.object({
      entries: z.array(activityEntrySchema).max(activityPageSize),
      nextCursor: z.string().nullable(),
    }),
  }),
  changeRole: route({
    method: 'PUT',
    path: '/admin/users/{userId}/role',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Makes a person an administrator or a regular user. `expected` is the role that was shown; nobody changes their own.',
    input: z.strictObject({ userId: idSchema, role: z.enum(roles), expected: z.enum(roles) }),
    output: okOutput,
  }),
  block: route({
    method: 'POST',
    path: '/admin/users/{userId}/block',
    access: 'admin',
    tag: 'Admin',
    summary: 'Shuts a person out from their next request on; their sessions end. They are told why.',
    input: z.strictObject({ userId: idSchema, reason: z.enum(blockReasons) }),
    output: okOutput,
  }),
  unblock: route({
    method: 'POST',
    path: '/admin/users/{userId}/unblock',
    access: 'admin',
    tag: 'Admin',
    summary: 'Lets a blocked person sign in again.',
    input: person,
    output: okOutput,
  }),
  removePerson: route({
    method: 'DELETE',
    path: '/admin/users/{userId}',
    access: 'admin',
    tag: 'Admin',
    summary: 'Deletes a person who belongs to no account. `email` is their address, typed again.',
    input: z.strictObject({ userId: idSchema, email: typedName }),
    output: okOutput,
  }),
  extendTrial: route({
    method: 'POST',
    path: '/admin/accounts/{accountId}/trial',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Gives more days of trial, from the end of the trial or from now, whichever is later. `expected` is the end that was shown.',
    input: z.strictObject({
      accountId: idSchema,
      days: z.int().min(1).max(maxTrialDays),
      expected: timeSchema,
    }),
    output: okOutput,
  }),
  giveFreePlan: route({
    method: 'PUT',
    path: '/admin/accounts/{accountId}/free-plan',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Gives everything for free until the end of a day (UTC), or without an end. `expected` is the gift that was shown.',
    input: z.strictObject({ accountId: idSchema, lastDay: day.nullable(), expected: giftSchema.nullable() }),
    output: okOutput,
  }),
  takeFreePlan: route({
    method: 'POST',
    path: '/admin/accounts/{accountId}/free-plan/take-back',
    access: 'admin',
    tag: 'Admin',
    summary: 'Takes a free plan back: what was paid, or the trial, counts again.',
    input: z.strictObject({ accountId: idSchema, expected: giftSchema }),
    output: okOutput,
  }),
  deleteAccount: route({
    method: 'POST',
    path: '/admin/accounts/{accountId}/deletion',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Deletes an account in two weeks, until when its members can take it back, or at once. `accountName` is its name, typed again.',
    input: z.strictObject({
      accountId: idSchema,
      accountName: typedName,
      when: z.enum(['in-two-weeks', 'now']),
    }),
    output: okOutput,
  }),
  keepAccount: route({
    method: 'POST',
    path: '/admin/accounts/{accountId}/deletion/cancel',
    access: 'admin',
    tag: 'Admin',
    summary: 'Takes back a deletion that has not begun.',
    input: z.strictObject({ accountId: idSchema }),
    output: okOutput,
  }),
  findPublicItem: route({
    method: 'GET',
    path: '/admin/public-items',
    access: 'admin',
    tag: 'Admin',
    summary: 'The embed or page behind a public code, or behind an address or pasted text that has it.',
    input: z.strictObject({ address: storableString(2000) }),
    output: z.object({ item: publicItemSchema.nullable() }),
  }),
  takeDown: route({
    method: 'POST',
    path: '/admin/public-items/take-down',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Takes an embed or page from the public at once, whatever its account does. The owners are told why.',
    input: z.strictObject({ ...item, reason: z.enum(takedownReasons) }),
    output: okOutput,
  }),
  restore: route({
    method: 'POST',
    path: '/admin/public-items/restore',
    access: 'admin',
    tag: 'Admin',
    summary: 'Undoes a takedown: the embed or page shows again what it showed before.',
    input: z.strictObject(item),
    output: okOutput,
  }),
};
