/** What regular expressions cost over texts of strangers. It is read from the pattern, because measured times vary. */

/**
 * Repetitions of a pattern that have no upper limit. A pattern without any looks at a limited number of characters from
 * each place of a text, so it takes linear time over every text.
 */
export function unlimitedRepetitions({ source }: RegExp): string[] {
  const plain = source.replaceAll(/\\[pP]\{\w+\}|\\./gs, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  return plain.match(/.[*+]|.\{\d+,\}/gs) ?? [];
}
