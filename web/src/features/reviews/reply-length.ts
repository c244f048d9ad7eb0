/** How long a reply may be. Platforms count bytes of UTF-8, so an emoji counts for four and an accent for two. */

/** What is sent of a text: without white space at its ends, line ends as one character. */
export function normalizeReply(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The last part of the room, from which on the writer is told how much of it is left. */
const remainingShownShare = 0.2;

/** Bytes that are left of `limit`, negative past it; null while there is plenty, or no limit. */
export function bytesLeft(text: string, limit: number | null): number | null {
  if (limit === null) return null;
  const left = limit - byteLength(normalizeReply(text));
  return left <= limit * remainingShownShare ? left : null;
}
