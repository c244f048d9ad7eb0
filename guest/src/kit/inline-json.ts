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
