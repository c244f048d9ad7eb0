/** Maximum length of a printed name, in characters. */
const maxNameLength = 40;
/** Programs that read addresses take it for a dot. NFKC makes U+FF61 to it, and U+FF0E to a dot. */
const ideographicStop = /\u3002/gu;
const unprintable = /[/@:\\<>]|www\.|\.[\p{L}\p{N}]|[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/iu;

/**
 * The name, or null when it must not appear in a mail of ours or before strangers: it could become a link, is long enough
 * for advertising, or contains characters that reverse or hide the text after them.
 */
export function printableName(name: string | null): string | null {
  const trimmed = name?.trim() ?? '';
  // Programs that look for addresses normalize first, so look-alikes are judged as what they become.
  const read = trimmed.normalize('NFKC').replace(ideographicStop, '.');
  if (trimmed === '' || Math.max(trimmed.length, read.length) > maxNameLength) return null;
  return [trimmed, read].some((text) => unprintable.test(text)) ? null : trimmed;
}
