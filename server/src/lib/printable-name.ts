/** Maximum length of a printed name, in characters. */
const maxNameLength = 40;
/** Programs that read addresses take it for a dot. NFKC makes U+FF61 to it, and U+FF0E to a dot. */
const ideographicStop = /\u3002/gu;
/** Joiners and variation selectors: they shape emoji and some scripts, and a name can be read without them. */
const joiners = /\p{Join_Control}|[\ufe0e\ufe0f]/gu;
const unprintable = [
  /[/@:\\<>]|www\.|\.(?![\s-]|$)/iu,
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
  // Three marks on a letter occur, in Hindi for example.
  /\p{M}{4}/u,
  // Mail programs make links of telephone numbers.
  /(?:\p{Nd}[\s.()[\]\p{Pd}\u2212]*){7}/u,
];
const readable = /[\p{L}\p{N}]/u;

/**
 * The name without joiners, or null when it must not appear in a mail of ours or before strangers: it could become a link,
 * is long enough for advertising, cannot be read, or contains characters that reverse or hide the text after them.
 */
export function printableName(name: string | null): string | null {
  const trimmed = (name ?? '').replace(joiners, '').trim();
  // Programs that look for addresses normalize first, so look-alikes are judged as what they become.
  const read = trimmed.normalize('NFKC').replace(ideographicStop, '.');
  if (!readable.test(trimmed) || Math.max(trimmed.length, read.length) > maxNameLength) return null;
  return unprintable.some((pattern) => pattern.test(trimmed) || pattern.test(read)) ? null : trimmed;
}
