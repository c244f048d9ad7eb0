/** Maximum stored length of one external field in UTF-8 bytes. No platform accepts texts of even a fifth of it. */
const defaultMaxBytes = 100_000;

/**
 * Makes external text storable without changing its meaning: removes NUL (PostgreSQL cannot store it), replaces lone
 * surrogates with U+FFFD (they are not valid Unicode), turns CRLF into LF, and cuts the text at a character boundary after
 * `maxBytes` UTF-8 bytes. It leaves markup, control and direction characters alone: the code that shows the text handles
 * them.
 */
export function toStorableText(value: string, maxBytes: number = defaultMaxBytes): string {
  const text = value.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n');
  // A UTF-16 unit takes at most three bytes, so most texts need not be encoded to know that they fit.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** UTF-8 continuation bytes are 10xxxxxx; a cut before one would split a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
