/** Longest text kept of one outside field, in UTF-8 bytes: no platform lets a person write a fifth of it. */
const defaultMaxBytes = 100_000;

/**
 * Makes outside text storable without changing what it says: NUL is dropped (PostgreSQL has no place for it), lone
 * surrogates become U+FFFD (they are not Unicode), CRLF becomes LF, and more than `maxBytes` UTF-8 bytes are cut at
 * a character. Nothing else is touched: markup, control and direction characters are the business of whoever
 * shows the text.
 */
export function toStorableText(value: string, maxBytes: number = defaultMaxBytes): string {
  const text = value.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n');
  // UTF-16 units are at most three bytes each, so most texts need no encoding to be known as short.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** UTF-8 continuation bytes are 10xxxxxx; a cut before one would halve a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
