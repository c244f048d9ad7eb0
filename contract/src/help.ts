/** Help: a message to support, and who somebody is to the help desk where one is configured. */
import { z } from 'zod';
import { emailSchema, emptyInput } from './common.ts';
import { languages } from './constants.ts';
import { helpLimits } from './help-limits.ts';
import { route } from './route.ts';

const words = z.string().trim().min(1).max(helpLimits.message);
/**
 * A path of this installation, for support to know which screen is meant; never an address elsewhere. As browsers write
 * it: in ASCII, the rest encoded, so that it may stand in a header.
 */
export const helpPageSchema = z
  .string()
  .max(helpLimits.page)
  .regex(/^\/(?!\/)[!-[\]-~]*$/);

const messageFields = {
  /** Made when the form is opened, new after a message was taken: sending the same draft twice sends one mail. */
  draft: z.uuid(),
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
  /** A field that people do not see; what is in it was typed by a machine. */
  [helpLimits.honeypot]: z.string().max(200).default(''),
};

const sentOutput = z.object({
  /** Also in the mails' subjects, so that a person and support can speak of the same message. */
  reference: z.string(),
});

export const helpDeskIdentitySchema = z.object({
  identifier: z.string(),
  name: z.string(),
  email: z.string(),
  /** HMAC-SHA256 of the identifier under the help desk's key, in hex. */
  identifierHash: z.string(),
});
export type HelpDeskIdentity = z.infer<typeof helpDeskIdentitySchema>;

export const help = {
  identity: route({
    method: 'GET',
    path: '/help/identity',
    access: 'user',
    tag: 'Help',
    summary: 'What the help desk is told about the caller; null where no help desk is configured.',
    input: emptyInput,
    output: z.object({ identity: helpDeskIdentitySchema.nullable() }),
  }),
  send: route({
    method: 'POST',
    path: '/help/messages',
    access: 'user',
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
    summary: 'Sends a visitor’s message to support. No mail goes to the address that was typed.',
    input: z.strictObject({
      ...messageFields,
      ...visitorFields,
      /** Milliseconds since the form was opened. */
      age: z.number().int().min(0),
    }),
    output: sentOutput,
  }),
};
