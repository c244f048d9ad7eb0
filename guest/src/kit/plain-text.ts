/** Cleans foreign text for a page: it stays plain text, without characters that no page can contain. */

/** All control characters but tab and newline: HTML parsers drop or replace them in different ways. */
const controls = /(?![\n\t])\p{Cc}/gu;

/**
 * Normalizes line ends, removes control characters, replaces lone surrogates, trims. Words and order stay as written:
 * platforms forbid changing a review.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').trim();
}
