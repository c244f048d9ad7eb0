/**
 * The length of a reply. Platforms count characters, or UTF-8 bytes: there an emoji counts as four and an accented letter as
 * two.
 */
import type { OwnReview } from '@kindling/contract/reviews';

/** The text as it is sent: trimmed, with `\n` as line ending. */
export function normalizeReply(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What is left is shown once less than this share of the limit is left. */
const remainingShownShare = 0.2;

export interface Space {
  /** Negative past the limit. */
  left: number;
  unit: 'bytes' | 'characters';
}

/** What is left of the limit that ends first; null while plenty remains. */
export function spaceLeft(
  text: string,
  { limitBytes, limitCharacters }: Omit<OwnReview['replyBox'], 'state'>,
): Space | null {
  const sent = normalizeReply(text);
  const inCharacters = {
    left: limitCharacters - sent.length,
    unit: 'characters',
    limit: limitCharacters,
  } as const;
  const inBytes =
    limitBytes === null
      ? null
      : ({ left: limitBytes - byteLength(sent), unit: 'bytes', limit: limitBytes } as const);
  const { left, unit, limit } = inBytes !== null && inBytes.left < inCharacters.left ? inBytes : inCharacters;
  return left <= limit * remainingShownShare ? { left, unit } : null;
}
