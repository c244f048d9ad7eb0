/**
 * Spreadsheet programs run a cell of a CSV file as a formula when it begins with one of = + - @, also behind spaces and line
 * breaks and in full width, or with a tab or carriage return (OWASP, CSV injection). An apostrophe in front makes them show
 * the text. A text that has one there already gets another, so that taking one off restores every text.
 */
const formulaStart = '(?:[\\t\\r]|[\\s\\u200b\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20])';
const needsMark = new RegExp(`^'*${formulaStart}`, 'u');
const hasMark = new RegExp(`^'+${formulaStart}`, 'u');

export function withFormulaMark(text: string): string {
  return needsMark.test(text) ? `'${text}` : text;
}

/**
 * For files whose cells are texts, never formulas: only a text that looks like a marked one gets another mark. Readers of such
 * files take spaces off the ends of a cell, so what is behind the spaces counts.
 */
export function withDoubledMark(text: string): string {
  return hasMark.test(text.trim()) ? `'${text.trimStart()}` : text;
}

/** The text that {@link withFormulaMark} or {@link withDoubledMark} was given. */
export function withoutFormulaMark(text: string): string {
  return hasMark.test(text) ? text.slice(1) : text;
}
