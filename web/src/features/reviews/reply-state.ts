/** The status of a review's reply, from the platform's reply and our own pending request. */
import type { OwnReview } from '@kindling/contract/reviews';

/**
 * - `none`: no reply, and none being sent.
 * - `sending`, `waiting`: ours is being sent, or was sent and is not confirmed yet.
 * - `checking`: the platform reviews it before publishing. `published`, `refused`: the platform's decision.
 * - `removing`: it is being deleted.
 */
export type ReplyStatus = 'none' | 'sending' | 'waiting' | 'checking' | 'published' | 'refused' | 'removing';

/** The reply to show and its status. A failed request is shown beside it, not instead of it. */
export function currentReply(review: OwnReview): { status: ReplyStatus; text: string; at: string | null } {
  const { outgoing, reply } = review;
  if (outgoing !== null && outgoing.state !== 'failed') {
    if (outgoing.text !== null) return { status: outgoing.state, text: outgoing.text, at: null };
    if (reply !== null) return { status: 'removing', text: reply.text, at: reply.at };
  }
  if (reply === null) return { status: 'none', text: '', at: null };
  const status = ({ sending: 'checking', published: 'published', failed: 'refused' } as const)[reply.state];
  return { status, text: reply.text, at: reply.at };
}

/** The reply that the owner sees; the server rejects a write when the platform's reply differs from it. */
export function seenReplyText(review: OwnReview): string | null {
  const { outgoing, reply } = review;
  return outgoing !== null && outgoing.state !== 'failed' ? outgoing.text : (reply?.text ?? null);
}

/**
 * As the server counts it: not answered, and a reply can be written now or once the connection is repaired. A first-party
 * review needs none while it is hidden.
 */
export function isUnanswered({ answered, source, hidden, replyBox: { state } }: OwnReview): boolean {
  if (source === 'first-party' && hidden !== null) return false;
  return !answered && (state === 'open' || state === 'not-working');
}

/** The text that the composer starts with. */
export function initialReplyText(review: OwnReview): string {
  const { draft, outgoing, reply } = review;
  return draft ?? outgoing?.text ?? reply?.text ?? '';
}

/** Milliseconds between two polls of a review whose reply is in progress; null when no change is expected. */
export function replyPollInterval(review: OwnReview): number | null {
  const { status } = currentReply(review);
  if (status === 'sending' || status === 'removing') return 1500;
  return status === 'waiting' || status === 'checking' ? 5000 : null;
}
