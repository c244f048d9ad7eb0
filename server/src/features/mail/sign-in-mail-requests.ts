/** The mails of the sign-in service about how somebody signs in, and about their address. */
import { emailSchema } from '@kindling/contract/common';
import { signInChanges } from '@kindling/identity';
import { z } from 'zod';
import { link, nameOfOthers, person } from './request-fields.ts';

export const signInMailSchemas = [
  /** `link` leads to the page on which people manage how they sign in. */
  z.strictObject({
    kind: z.literal('sign-in-changed'),
    ...person,
    link,
    change: z.enum(signInChanges),
    /** The name that its owner gave to the passkey. */
    passkeyName: nameOfOthers.nullable(),
    /** Recovery codes that are left after one was used. */
    codesLeft: z.int().nullable(),
  }),
  /** To the present address; the change needs `link` and the one in `confirm-new-address`. */
  z.strictObject({ kind: z.literal('agree-address-change'), ...person, link, newEmail: emailSchema }),
  z.strictObject({ kind: z.literal('confirm-new-address'), ...person, link }),
  /** To the former address. `link` leads to the app. */
  z.strictObject({ kind: z.literal('address-changed'), ...person, link, newEmail: emailSchema }),
  /** To an address with an account that somebody wanted for another one. `link` leads to the sign-in. */
  z.strictObject({ kind: z.literal('address-taken'), ...person, link }),
] as const;
