/** One entry of the erasure journal, as triggers write it (migrations 0086, 0090, 0092 and 0097). */
import { takedownReasons } from '@kindling/contract/operator-reasons';
import { z } from 'zod';

const key = z.object({ account_id: z.uuid(), id: z.uuid() });
const person = z.object({ id: z.uuid() });
const membership = z.object({ account_id: z.uuid(), user_id: z.uuid() });
const common = { id: z.uuid(), at: z.iso.datetime() };

/** Who closed an account, or why. */
const deletionCauses = ['owner', 'operator', 'plan-ended'] as const;

/** Tables whose deleted rows are deleted again by their key alone, children with them. */
export const plainlyDeletedTables = ['listings', 'reviews', 'review_requests', 'review_notes'] as const;

export const erasureSchema = z.union([
  z.object({
    ...common,
    act: z.literal('deleted'),
    subject: z.enum(['accounts', 'users']),
    keys: z.array(person),
  }),
  z.object({
    ...common,
    act: z.literal('deleted'),
    subject: z.literal('memberships'),
    keys: z.array(membership),
  }),
  z.object({
    ...common,
    act: z.literal('deleted'),
    subject: z.enum(['connections', 'feedback', ...plainlyDeletedTables]),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.enum(['disconnected', 'connected']),
    subject: z.literal('connections'),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.literal('withdrawn'),
    subject: z.enum(['submissions', 'feedback']),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.literal('discarded'),
    subject: z.literal('submissions'),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.literal('taken-down'),
    subject: z.enum(['embeds', 'pipelines']),
    keys: z.array(key.extend({ reason: z.enum(takedownReasons) })),
  }),
  z.object({
    ...common,
    act: z.literal('put-back'),
    subject: z.enum(['embeds', 'pipelines']),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.enum(['blocked', 'unblocked', 'demoted', 'promoted']),
    subject: z.literal('users'),
    keys: z.array(person),
  }),
  z.object({
    ...common,
    act: z.enum(['news-ended', 'news-wanted']),
    subject: z.literal('memberships'),
    keys: z.array(membership),
  }),
  z.object({
    ...common,
    act: z.literal('closing'),
    subject: z.literal('accounts'),
    keys: z.array(person.extend({ day: z.iso.datetime(), cause: z.enum(deletionCauses) })),
  }),
  z.object({
    ...common,
    act: z.literal('kept'),
    subject: z.literal('accounts'),
    keys: z.array(person),
  }),
  z.object({
    ...common,
    act: z.literal('undone'),
    subject: z.literal('imports'),
    keys: z.array(key),
  }),
  z.object({
    ...common,
    act: z.literal('suppressed'),
    subject: z.literal('review_request_suppressions'),
    keys: z.array(key.extend({ address_hash: z.hex(), reason: z.string() })),
  }),
]);
export type Erasure = z.infer<typeof erasureSchema>;
