/** The length of a reply. Platforms count UTF-8 bytes, so an emoji counts as four and an accented letter as two. */

/** The text as it is sent: trimmed, with `\n` as line ending. */
export function normalizeReply(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The remaining bytes are shown once less than this share of the limit is left. */
const remainingShownShare = 0.2;

/** Remaining bytes, negative past the limit; null while plenty remain or when there is no limit. */
export function bytesLeft(text: string, limit: number | null): number | null {
  if (limit === null) return null;
  const left = limit - byteLength(normalizeReply(text));
  return left <= limit * remainingShownShare ? left : null;
}
