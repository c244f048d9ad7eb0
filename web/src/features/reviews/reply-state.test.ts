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

describe('how a reply stands', () => {
  it.each<[Partial<Parts>, string, string | null, boolean]>([
    [{}, 'none', null, false],
    [{ reply: there('published') }, 'published', 'There', false],
    [{ reply: there('sending') }, 'checking', 'There', true],
    [{ reply: there('failed') }, 'refused', 'There', false],
    [{ outgoing: ours('sending') }, 'sending', 'Ours', true],
    [{ reply: there('published'), outgoing: ours('sending') }, 'sending', 'Ours', true],
    [{ reply: there('published'), outgoing: ours('waiting') }, 'waiting', 'Ours', true],
    // What failed does not count: what the platform shows is what there is.
    [{ outgoing: ours('failed') }, 'none', null, false],
    [{ reply: there('published'), outgoing: ours('failed') }, 'published', 'There', false],
    [{ reply: there('published'), outgoing: ours('sending', null) }, 'removing', null, true],
    [{ outgoing: ours('waiting', null) }, 'none', null, false],
  ])('%j: %s', (parts, standing, seen, watched) => {
    expect(currentReply(review(parts)).standing).toBe(standing);
    expect(seenReplyText(review(parts))).toBe(seen);
    expect(replyPollInterval(review(parts)) !== null).toBe(watched);
  });

  it('is written on from the draft, else from what failed, else from what is there', () => {
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
    // It came from a file, or its connection is gone.
    ['disconnected', false, false],
    ['wiped', false, false],
    ['removed', false, false],
  ] as const)('whose box is %s, answered: %s, is unanswered: %s', (state, answered, unanswered) => {
    const replyBox = { state, limitBytes: null };
    expect(isUnanswered({ ...review({}), answered, replyBox })).toBe(unanswered);
  });
});
