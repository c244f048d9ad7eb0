import { z } from 'zod';
import { emptyInput, idSchema } from './common.ts';
import { route } from './route.ts';

export const assistantTones = ['friendly', 'professional', 'brief', 'warm'] as const;
export type AssistantTone = (typeof assistantTones)[number];

export const assistantLimits = { facts: 1_000, signOff: 120 } as const;

/**
 * What a person has to look at before they send a draft: it promises something, or the review's text gives instructions to
 * assistants.
 */
export const draftChecks = ['promise', 'instruction-in-review'] as const;
export type DraftCheck = (typeof draftChecks)[number];

const settingsFields = {
  tone: z.enum(assistantTones),
  /** What the assistant may say about the business, beside its name. */
  facts: z.string().trim().max(assistantLimits.facts),
  /** The end of each draft, such as a name. */
  signOff: z.string().trim().max(assistantLimits.signOff),
};

export const assistantSchema = z.object({
  /** The host that receives reviews while it is on; null where the operator has set up no assistant. */
  host: z.string().nullable(),
  /** Local: its drafts are made up without a language model. */
  simulated: z.boolean(),
  /** A member of the account has allowed this host. */
  on: z.boolean(),
  ...settingsFields,
});
export type Assistant = z.infer<typeof assistantSchema>;

export const replyDraftSchema = z.object({
  text: z.string(),
  checks: z.array(z.enum(draftChecks)),
});
export type ReplyDraft = z.infer<typeof replyDraftSchema>;

export const assistant = {
  get: route({
    method: 'GET',
    path: '/assistant',
    access: 'user',
    action: 'reviews.read',
    tag: 'Assistant',
    summary: 'Whether an assistant drafts replies, which host receives the reviews, and how it writes.',
    input: emptyInput,
    output: z.object({ assistant: assistantSchema }),
  }),
  update: route({
    method: 'PUT',
    path: '/assistant',
    access: 'user',
    action: 'assistant.switch',
    tag: 'Assistant',
    summary:
      'Switches the assistant on or off and changes how it writes. `host` is the one that was read: answers `conflict` when the operator has changed it since.',
    input: z.strictObject({ on: z.boolean(), host: z.string().max(300), ...settingsFields }),
    output: z.object({ assistant: assistantSchema }),
  }),
  draft: route({
    method: 'POST',
    path: '/reviews/{id}/reply-draft',
    access: 'user',
    action: 'reviews.reply',
    needs: 'assistant',
    tag: 'Assistant',
    summary:
      'A draft of a reply in the language of the review. It is not stored and not sent. The assistant receives the text, the stars and the language of the review, the name of the business and the settings; never the author’s name.',
    input: z.strictObject({ id: idSchema }),
    output: replyDraftSchema,
  }),
};
