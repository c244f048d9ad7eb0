/** The one way JSON gets into a script or a page (SEC-04). */

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * JSON that stays one value wherever it is put: inside a script element (no `</`, no `<!--`, no entity), inside
 * a JavaScript file (no line separators). `JSON.parse` gives back the input. Lone surrogates leave as escapes.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => escapes[character] ?? character,
  );
}

/**
 * A text as a string of a JavaScript file: `JSON.stringify` with the quotes that markup does not use, which is a tenth
 * less to send. It also stays one value inside a script element: nothing in it closes or opens one.
 */
export function inlineText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const closed = inner.replaceAll('</', '<\\/');
  return `'${closed.replaceAll(/<(?=!|script)|[\u2028\u2029]/gi, (character) => escapes[character] ?? character)}'`;
}
