import type { OwnReview } from '@kindling/contract/reviews';
import { expect, it } from 'vitest';
import { makeReview } from '../../testing/reviews.ts';
import { replyMark } from './reply-mark.ts';

const at = '2026-11-20T10:00:00.000Z';
const reply = (state: 'sending' | 'published' | 'failed') => ({ text: 'Thanks', at, state, violation: null });
const outgoing = (state: 'sending' | 'waiting' | 'failed', text: string | null = 'Thanks') => ({
  text,
  state,
  reason: null,
  at,
});

it.each<[string, Partial<OwnReview>, ReturnType<typeof replyMark>]>([
  ['no reply yet', {}, 'notReplied'],
  [
    'no reply, and none possible',
    { replyBox: { state: 'elsewhere', limitBytes: null, limitCharacters: 10_000 } },
    null,
  ],
  [
    'its connection is broken',
    { replyBox: { state: 'not-working', limitBytes: null, limitCharacters: 10_000 } },
    'notReplied',
  ],
  ['being sent', { outgoing: outgoing('sending') }, 'sending'],
  [
    'being deleted',
    { answered: true, reply: reply('published'), outgoing: outgoing('sending', null) },
    'sending',
  ],
  ['sent, not confirmed', { outgoing: outgoing('waiting') }, 'waiting'],
  ['checked by the platform', { answered: true, reply: reply('sending') }, 'checking'],
  ['public', { answered: true, reply: reply('published') }, 'replied'],
  ['refused by the platform', { reply: reply('failed') }, 'notAccepted'],
  [
    'could not be sent',
    { answered: true, reply: reply('published'), outgoing: outgoing('failed') },
    'notAccepted',
  ],
  ['removed by the platform', { removedAt: at, answered: true, reply: reply('published') }, null],
  ['hidden first-party', { source: 'first-party', hidden: { reason: 'spam', at } }, null],
])('a review whose reply is: %s', (_, changes, mark) => {
  expect(replyMark(makeReview(changes))).toBe(mark);
});
