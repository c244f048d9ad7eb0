/** How the quick switcher finds things: every word that was typed begins a word of the text. Accents do not count. */
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
