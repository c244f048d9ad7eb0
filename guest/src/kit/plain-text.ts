/** Outside text on its way to a page: still plain text, only what no page can carry is taken out. */

/** Every control character but tab and newline: HTML parsers drop or replace them, each in its own way. */
const controls = /(?![\n\t])\p{Cc}/gu;

/**
 * Unifies line ends, drops control characters, replaces lone surrogates, trims the ends. Words and order stay
 * as written: platforms forbid changing a review.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(controls, '').trim();
}
