/** Matching in the quick switcher: every typed word is the beginning of a word of the text. Accents are ignored. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function matchesQuery(query: string, text: string): boolean {
  const words = withoutAccents(text).split(/[^\p{L}\p{N}]+/u);
  return withoutAccents(query)
    .split(/\s+/)
    .filter((typed) => typed !== '')
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
