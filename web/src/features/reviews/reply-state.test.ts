import type { OwnReview } from '@kindling/contract/reviews';
import { describe, expect, it } from 'vitest';
import {
  currentReply,
  initialReplyText,
  isUnanswered,
  replyPollInterval,
  seenReplyText,
} from './reply-state.ts';

type Parts = Pick<OwnReview, 'reply' | 'outgoing' | 'draft'>;

function review(parts: Partial<Parts>): OwnReview {
  const nothing: Parts = { reply: null, outgoing: null, draft: null };
  return { ...nothing, ...parts } as OwnReview;
}
const at = '2026-11-01T10:00:00.000Z';
const there = (state: 'sending' | 'published' | 'failed') => ({ text: 'There', at, state, violation: null });
const ours = (state: 'sending' | 'waiting' | 'failed', text: string | null = 'Ours') => ({
  text,
  state,
  reason: null,
  at,
});

describe('the status of a reply', () => {
  it.each<[Partial<Parts>, string, string | null, boolean]>([
    [{}, 'none', null, false],
    [{ reply: there('published') }, 'published', 'There', false],
    [{ reply: there('sending') }, 'checking', 'There', true],
    [{ reply: there('failed') }, 'refused', 'There', false],
    [{ outgoing: ours('sending') }, 'sending', 'Ours', true],
    [{ reply: there('published'), outgoing: ours('sending') }, 'sending', 'Ours', true],
    [{ reply: there('published'), outgoing: ours('waiting') }, 'waiting', 'Ours', true],
    // A failed request does not change the status: the platform's reply counts.
    [{ outgoing: ours('failed') }, 'none', null, false],
    [{ reply: there('published'), outgoing: ours('failed') }, 'published', 'There', false],
    [{ reply: there('published'), outgoing: ours('sending', null) }, 'removing', null, true],
    [{ outgoing: ours('waiting', null) }, 'none', null, false],
  ])('%j: %s', (parts, status, seen, watched) => {
    expect(currentReply(review(parts)).status).toBe(status);
    expect(seenReplyText(review(parts))).toBe(seen);
    expect(replyPollInterval(review(parts)) !== null).toBe(watched);
  });

  it('starts from the draft, else from the failed reply, else from the current one', () => {
    const reply = there('published');
    expect(initialReplyText(review({ reply, outgoing: ours('failed'), draft: 'Draft' }))).toBe('Draft');
    expect(initialReplyText(review({ reply, outgoing: ours('failed') }))).toBe('Ours');
    expect(initialReplyText(review({ reply }))).toBe('There');
    expect(initialReplyText(review({}))).toBe('');
  });
});

describe('a review', () => {
  it.each([
    ['open', false, true],
    ['not-working', false, true],
    ['open', true, false],
    ['elsewhere', false, false],
    ['withdrawn', false, false],
    // The review was imported from a file, or its connection was removed.
    ['disconnected', false, false],
    ['wiped', false, false],
    ['removed', false, false],
  ] as const)('with the reply box %s, answered: %s, is unanswered: %s', (state, answered, unanswered) => {
    const replyBox = { state, limitBytes: null, limitCharacters: 10_000 };
    expect(isUnanswered({ ...review({}), answered, replyBox })).toBe(unanswered);
  });
});
