/** An administrator acts as a member of an account, for at most an hour and with a reason. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema } from './common.ts';
import { route } from './route.ts';

/** Characters of a reason, without spaces at its ends. */
export const actingReasonLengths = { min: 3, max: 500 } as const;

/** Why an acting session ended. */
export const actingEndCauses = [
  'left',
  'expired',
  'signed-out',
  'role-lost',
  'blocked',
  'member-changed',
] as const;
export type ActingEndCause = (typeof actingEndCauses)[number];

export const actingSchema = z.object({
  /** What the header `Kindling-Acting` of each call names. */
  id: idSchema,
  /** When it ends by itself. */
  endsAt: timeSchema,
  /** The administrator. */
  adminName: z.string(),
});
export type Acting = z.infer<typeof actingSchema>;

const tag = 'Acting as a member';

export const acting = {
  start: route({
    method: 'POST',
    path: '/admin/acting',
    access: 'admin',
    tag,
    summary: 'Begins to act as a Regular member of an account. An earlier acting session of the caller ends.',
    input: z.strictObject({
      userId: idSchema,
      accountId: idSchema,
      reason: nameSchema(actingReasonLengths.max).min(actingReasonLengths.min),
    }),
    output: z.object({ acting: actingSchema }),
    successStatus: 201,
  }),
  end: route({
    method: 'DELETE',
    path: '/admin/acting',
    access: 'admin',
    whileActing: true,
    tag,
    summary: 'Ends the acting session of the caller; safe to repeat.',
    input: emptyInput.optional(),
    output: okOutput,
  }),
};
