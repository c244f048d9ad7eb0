/** The only way that JSON gets into a script or a page (SEC-04). */

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * JSON that is safe inside a script element (no `</`, no `<!--`, no entity) and inside a JavaScript file (no line
 * separators). `JSON.parse` returns the input. Lone surrogates become escapes.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => escapes[character] ?? character,
  );
}

/**
 * A text as a JavaScript string literal with single quotes, which markup does not use: a tenth smaller than
 * `JSON.stringify`. Also safe inside a script element.
 */
export function inlineText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const closed = inner.replaceAll('</', '<\\/');
  return `'${closed.replaceAll(/<(?=!|script)|[\u2028\u2029]/gi, (character) => escapes[character] ?? character)}'`;
}
