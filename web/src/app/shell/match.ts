/** How the quick switcher finds things: every word that was typed begins a word of the text. Accents do not count. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function matches(query: string, text: string): boolean {
  const words = bare(text).split(/[^\p{L}\p{N}]+/u);
  return bare(query)
    .split(/\s+/)
    .filter((typed) => typed !== '')
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
