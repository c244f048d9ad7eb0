/** What a review's reply is at the moment, out of what the platform shows and what is on its way. */
import type { OwnReview } from '@kindling/contract/reviews';

/**
 * - `none`: no reply, and none on its way.
 * - `sending`, `waiting`: ours is on its way, or there and not yet confirmed.
 * - `checking`: the platform checks it before it shows it. `published`, `refused`: its verdict.
 * - `removing`: it is being taken back.
 */
export type ReplyStatus = 'none' | 'sending' | 'waiting' | 'checking' | 'published' | 'refused' | 'removing';

/** The reply to show and how it stands. A failed request is told beside it, not in its place. */
export function currentReply(review: OwnReview): { standing: ReplyStatus; text: string; at: string | null } {
  const { outgoing, reply } = review;
  if (outgoing !== null && outgoing.state !== 'failed') {
    if (outgoing.text !== null) return { standing: outgoing.state, text: outgoing.text, at: null };
    if (reply !== null) return { standing: 'removing', text: reply.text, at: reply.at };
  }
  if (reply === null) return { standing: 'none', text: '', at: null };
  const standing = ({ sending: 'checking', published: 'published', failed: 'refused' } as const)[reply.state];
  return { standing, text: reply.text, at: reply.at };
}

/** What the owner sees as the reply: the server refuses to write over anything else. */
export function seenReplyText(review: OwnReview): string | null {
  const { outgoing, reply } = review;
  return outgoing !== null && outgoing.state !== 'failed' ? outgoing.text : (reply?.text ?? null);
}

/** As the server counts it: without a reply that could be written from here, now or once the connection is in order. */
export function isUnanswered({ answered, replyBox: { state } }: OwnReview): boolean {
  return !answered && (state === 'open' || state === 'not-working');
}

/** What the composer opens with. */
export function initialReplyText(review: OwnReview): string {
  const { draft, outgoing, reply } = review;
  return draft ?? outgoing?.text ?? reply?.text ?? '';
}

/** Milliseconds between two looks at a review whose reply is on its way; null when nothing is expected. */
export function replyPollInterval(review: OwnReview): number | null {
  const { standing } = currentReply(review);
  if (standing === 'sending' || standing === 'removing') return 1500;
  return standing === 'waiting' || standing === 'checking' ? 5000 : null;
}
