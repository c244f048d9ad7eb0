/** The one word for the state of a review's reply, as rows and headers show it. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { Tone } from '../../ui/tag.tsx';
import { currentReply, isUnanswered } from './reply-state.ts';

export type ReplyMark = 'notReplied' | 'sending' | 'waiting' | 'replied' | 'notAccepted';

export const markTones: Readonly<Record<ReplyMark, Tone>> = {
  notReplied: 'warn',
  sending: 'calm',
  waiting: 'calm',
  replied: 'good',
  notAccepted: 'bad',
};

/** Null where there is nothing to say: a review without a reply that cannot be replied to from here. */
export function replyMark(review: OwnReview): ReplyMark | null {
  if (review.outgoing?.state === 'failed') return 'notAccepted';
  const { status } = currentReply(review);
  if (status === 'refused') return 'notAccepted';
  if (status === 'sending' || status === 'removing') return 'sending';
  if (status === 'waiting' || status === 'checking') return 'waiting';
  if (review.removedAt !== null) return null;
  if (status === 'published' || review.answered) return 'replied';
  return isUnanswered(review) ? 'notReplied' : null;
}
