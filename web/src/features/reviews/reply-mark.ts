/** The one word for the state of a review's reply, as rows and headers show it. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { Translate } from '../../lib/i18n/text.ts';
import type { Tone } from '../../ui/tag.tsx';
import { currentReply, isUnanswered } from './reply-state.ts';

// locale-keys: common.source.*
// locale-keys: inbox.mark.*
// locale-keys: reviews.standing.*

export type ReplyMark = 'notReplied' | 'sending' | 'waiting' | 'checking' | 'replied' | 'notAccepted';

export const markTones: Readonly<Record<ReplyMark, Tone>> = {
  notReplied: 'warn',
  sending: 'calm',
  waiting: 'calm',
  checking: 'warn',
  replied: 'good',
  notAccepted: 'bad',
};

/** The mark in words: while it waits, the same as beside the reply. */
export function markText(t: Translate, mark: ReplyMark, { source }: OwnReview): string {
  return mark === 'waiting' || mark === 'checking'
    ? t(`reviews:standing.${mark}`, { source: t(`common:source.${source}`) })
    : t(`inbox:mark.${mark}`);
}

/** Null where there is nothing to say: a review without a reply that cannot be replied to from here. */
export function replyMark(review: OwnReview): ReplyMark | null {
  if (review.outgoing?.state === 'failed') return 'notAccepted';
  const { status } = currentReply(review);
  if (status === 'refused') return 'notAccepted';
  if (status === 'sending' || status === 'removing') return 'sending';
  if (status === 'waiting' || status === 'checking') return status;
  if (review.removedAt !== null) return null;
  if (status === 'published' || review.answered) return 'replied';
  return isUnanswered(review) ? 'notReplied' : null;
}
