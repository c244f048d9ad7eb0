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

/** Control characters that a script may contain as they are, and that many short texts are separated with. */
const separators = ['\x01', '\x02'];

/**
 * A text as a JavaScript string literal with single quotes, which style sheets do not use: smaller than
 * `JSON.stringify`. Also safe inside a script element.
 */
export function inlineText(text: string): string {
  const inner = encode(text, separators).replaceAll('\\"', '"').replaceAll("'", "\\'");
  const closed = inner.replaceAll('</', '<\\/');
  return `'${closed.replaceAll(/<(?=!|script)|[\u2028\u2029]/gi, (character) => escapes[character] ?? character)}'`;
}

function encode(text: string, [separator, ...others]: readonly string[]): string {
  if (separator === undefined) return JSON.stringify(text).slice(1, -1);
  return text
    .split(separator)
    .map((part) => encode(part, others))
    .join(separator);
}
