/** Mails about what the operator decided, with the values of their templates. */
import { roles } from '@kindling/contract/constants';
import { blockReasons, takedownReasons } from '@kindling/contract/operator-reasons';
import { z } from 'zod';
import { account, nameOfOthers, person } from './request-fields.ts';

const owner = { ...person, ...account, accountName: nameOfOthers };
const item = { itemKind: z.enum(['widget', 'badge', 'page']), itemName: nameOfOthers };

export const operatorMailSchemas = [
  z.strictObject({ kind: z.literal('person-blocked'), ...person, reason: z.enum(blockReasons) }),
  z.strictObject({ kind: z.literal('person-unblocked'), ...person }),
  z.strictObject({ kind: z.literal('person-deleted'), ...person }),
  z.strictObject({ kind: z.literal('administrator-changed'), ...person, role: z.enum(roles) }),
  /** To each member of an account that is deleted at once. Of no account, so that it outlives it. */
  z.strictObject({ kind: z.literal('account-deleted'), ...person, accountName: nameOfOthers }),
  /** To owners. `endsOn`: the last day of the trial or free plan in the account's time zone; null without an end. */
  z.strictObject({
    kind: z.literal('plan-changed'),
    ...owner,
    change: z.enum(['trial-extended', 'given', 'taken-back']),
    endsOn: z.iso.date().nullable(),
  }),
  /** To owners, as the next one. */
  z.strictObject({ kind: z.literal('item-taken-down'), ...owner, ...item, reason: z.enum(takedownReasons) }),
  z.strictObject({ kind: z.literal('item-put-back'), ...owner, ...item }),
] as const;
