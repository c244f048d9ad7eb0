/**
 * One form that a visitor sent, with everything that the server decided when it arrived. An entry that cannot be stored at once
 * waits in a file as exactly this, so storing needs nothing else, and storing it twice changes nothing.
 */
import { doorKinds, maxContact, maxMessageLength, maxReviewLength } from '@kindling/contract/collect-page';
import { languages } from '@kindling/contract/constants';
import { visitorRatingSchema } from '@kindling/contract/pipeline-settings';
import { heldReasons } from '@kindling/contract/submissions';
import { z } from 'zod';
import { idFromKey } from '../../lib/ids.ts';

const person = {
  authorName: z.string().max(200).nullable(),
  contact: z.string().max(maxContact).nullable(),
  /** What the visitor agreed to, word for word; null without a name and a contact. */
  consentText: z.string().max(2000).nullable(),
};

export const visitorEntrySchema = z.strictObject({
  accountId: z.uuid(),
  submissionId: z.uuid(),
  pipelineId: z.uuid(),
  locationId: z.uuid(),
  door: z.enum(doorKinds),
  /** The QR code, the NFC card, or the recipient of an invitation. */
  doorId: z.uuid().nullable(),
  /** The campaign of an invitation. */
  campaignId: z.uuid().nullable().default(null),
  locale: z.enum(languages),
  rating: visitorRatingSchema,
  receivedAt: z.iso.datetime(),
  /** Why it is to be held; empty for one that is shown. */
  heldFor: z.array(z.enum(heldReasons)).max(heldReasons.length),
  /** The solved challenge, which counts for one submission. */
  proof: z.strictObject({ id: z.string().max(100), expiresAt: z.iso.datetime() }).nullable(),
  content: z.discriminatedUnion('step', [
    z.strictObject({ step: z.literal('rate') }),
    z.strictObject({
      step: z.literal('review'),
      ...person,
      text: z
        .string()
        .max(maxReviewLength * 2)
        .nullable(),
      answers: z
        .array(z.strictObject({ question: z.string().max(200), answer: z.string().max(2000) }))
        .max(3),
    }),
    z.strictObject({ step: z.literal('message'), ...person, message: z.string().max(maxMessageLength * 2) }),
  ]),
});
export type VisitorEntry = z.infer<typeof visitorEntrySchema>;

/** A withdrawal of what may wait in a file itself. */
const withdrawalEntrySchema = z.strictObject({
  withdraw: z.literal(true),
  accountId: z.uuid(),
  submissionId: z.uuid(),
  /** How often the database was asked; another process may still hold what is to be withdrawn. */
  tries: z.int().nonnegative(),
});
export type WithdrawalEntry = z.infer<typeof withdrawalEntrySchema>;

export const queuedEntrySchema = z.union([visitorEntrySchema, withdrawalEntrySchema]);
export type QueuedEntry = z.infer<typeof queuedEntrySchema>;

/** The id of what a page sends under one key. It is known without the database, so that a link to it can be made at once. */
export function submissionIdOf(accountId: string, pipelineId: string, key: string): string {
  return idFromKey(`${accountId} submission ${pipelineId} ${key}`);
}
