/** The trails of all accounts and of the operator, for administrators. */
import { z } from 'zod';
import { activityActors } from './activity.ts';
import { type ActivityKind, activityKinds } from './activity-actions.ts';
import { idSchema, storableString, timeSchema } from './common.ts';
import { maxEmailLength } from './email-address.ts';
import { type OperatorKind, operatorKinds } from './operator-actions.ts';
import { timeZoneSchema } from './profile.ts';
import { route } from './route.ts';

export const auditPageSize = 50;
/** `accounts`: what was done in accounts. `operator`: what administrators and commands did beyond one account. */
export const auditTrails = ['accounts', 'operator'] as const;
export type AuditTrail = (typeof auditTrails)[number];

/** Actions of one subject together: those of accounts, then those of the operator. */
export const auditGroups = [...activityKinds, ...operatorKinds] as [
  ActivityKind | OperatorKind,
  ...(ActivityKind | OperatorKind)[],
];
export type AuditGroup = (typeof auditGroups)[number];

export const auditSearchSchema = z.strictObject({
  /** Default: both. */
  trail: z.enum(auditTrails).optional(),
  /** Id or e-mail address of a person or an administrator. */
  actor: storableString(maxEmailLength).trim().min(1).optional(),
  account: idSchema.optional(),
  /** A whole action, such as `embed.published`. */
  action: z
    .string()
    .trim()
    .regex(/^[a-z-]+\.[a-z-]+$/)
    .max(60)
    .optional(),
  /** All actions of a subject; of no use together with `action`. */
  group: z.enum(auditGroups).optional(),
  /** First and last day in `zone`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Default: UTC. */
  zone: timeZoneSchema.optional(),
  cursor: z.string().max(200).optional(),
});
export type AuditSearch = z.infer<typeof auditSearchSchema>;

const personSchema = z.object({ id: idSchema, name: z.string().nullable(), email: z.string().nullable() });

export const auditRowSchema = z.object({
  trail: z.enum(auditTrails),
  id: idSchema,
  at: timeSchema,
  action: z.string(),
  /** Of the operator's trail: `operator`, or `system` for a command of the terminal and for the program. */
  actor: z.enum(activityActors),
  admin: personSchema.nullable(),
  person: personSchema.nullable(),
  /** Name null after the account was deleted. */
  account: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  target: z.string().nullable(),
  /** The person whom the target names; null when it names something else, and for people who are gone. */
  about: personSchema.nullable(),
  details: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  network: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Whether the entry is part of the chain already. */
  sealed: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

export const adminAudit = {
  search: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    tag: 'Audit',
    summary: 'Entries of the trails, newest first, page by page with an opaque cursor.',
    input: auditSearchSchema,
    output: z.object({ items: z.array(auditRowSchema), nextCursor: z.string().nullable() }),
  }),
  export: route({
    method: 'POST',
    path: '/admin/audit/export',
    access: 'admin',
    tag: 'Audit',
    summary:
      'The same entries as part of a CSV file, up to 1,000 a call. The part without a cursor begins with the headings and is itself an entry.',
    input: z.strictObject({
      search: auditSearchSchema.omit({ cursor: true }),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ part: z.string(), nextCursor: z.string().nullable() }),
  }),
};
