import type { OwnReview } from '@kindling/contract/reviews';
import { useRef } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useReply, useReplyPolling } from './use-reply.ts';

/**
 * Writing the reply of a review: the requests, and opening and closing the composer.
 * @param composing true while the composer is open
 */
export function useReplying(
  review: OwnReview,
  composing: boolean,
  onComposingChange: (composing: boolean) => void,
) {
  useReplyPolling(review);
  const reply = useReply(review);
  /** What opens the composer. */
  const button = useRef<HTMLButtonElement>(null);
  const mayReply = useMayDo('reviews.reply');
  return {
    reply,
    button,
    mayReply,
    composing: composing && mayReply && review.replyBox.state === 'open',
    /** Somebody wants to reply to a review that takes no reply. */
    asked: composing && review.replyBox.state !== 'open',
    open() {
      reply.reset();
      onComposingChange(true);
    },
    close() {
      onComposingChange(false);
      // The button can take the focus again in the next frame.
      requestAnimationFrame(() => button.current?.focus());
    },
  };
}

export type Replying = ReturnType<typeof useReplying>;
