/** Messages to support, and the identity of a user for a configured help desk. */
import { z } from 'zod';
import { emailSchema, emptyInput } from './common.ts';
import { languages } from './constants.ts';
import { helpLimits } from './help-limits.ts';
import { planStateSchema } from './plans.ts';
import { route } from './route.ts';

const words = z.string().trim().min(1).max(helpLimits.message);
/**
 * Path of the screen that the message is about; never an address on another host. ASCII only, as browsers encode it, so
 * that it can be used in a header.
 */
export const helpPageSchema = z
  .string()
  .max(helpLimits.page)
  .regex(/^\/(?!\/)[!-[\]-~]*$/);

const messageFields = {
  /** Created when the form opens, and renewed after each message, so a repeat sends no second mail. */
  idempotencyKey: z.uuid(),
  message: words,
  page: helpPageSchema,
  language: z.enum(languages),
};

export const visitorFields = {
  name: z.string().trim().max(helpLimits.name).default(''),
  email: emailSchema,
  message: words,
  page: helpPageSchema,
  language: z.enum(languages),
  /** Honeypot: people do not see this field, so only programs fill it in. */
  [helpLimits.honeypot]: z.string().max(200).default(''),
};

const sentOutput = z.object({
  /** Reference number of the message; it is also in the subject of the mails. */
  reference: z.string(),
});

export const helpDeskIdentitySchema = z.object({
  identifier: z.string(),
  name: z.string(),
  email: z.string(),
  /** HMAC-SHA256 of the identifier under the help desk's key, in hex. */
  identifierHash: z.string(),
  /** State of the plan of the account; null on an installation without plans. Messages of accounts that pay are answered first. */
  plan: planStateSchema.nullable(),
});
export type HelpDeskIdentity = z.infer<typeof helpDeskIdentitySchema>;

export const help = {
  identity: route({
    method: 'GET',
    path: '/help/identity',
    access: 'user',
    action: 'profile.manage',
    tag: 'Help',
    summary: 'The caller’s identity for the help desk; null where no help desk is configured.',
    input: emptyInput,
    output: z.object({ identity: helpDeskIdentitySchema.nullable() }),
  }),
  send: route({
    method: 'POST',
    path: '/help/messages',
    access: 'user',
    action: 'profile.manage',
    tag: 'Help',
    summary: 'Sends a message of the caller to support, and a copy to the caller.',
    input: z.strictObject(messageFields),
    output: sentOutput,
  }),
  sendAsVisitor: route({
    method: 'POST',
    path: '/help/questions',
    access: 'public',
    tag: 'Help',
    summary: 'Sends a visitor’s message to support. The typed address gets no mail.',
    input: z.strictObject({
      ...messageFields,
      ...visitorFields,
      /** Milliseconds since the form was opened. */
      age: z.number().int().min(0),
    }),
    output: sentOutput,
  }),
};
