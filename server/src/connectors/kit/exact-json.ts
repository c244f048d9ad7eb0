/** A number that may lose digits when it becomes one of JavaScript's: 16 digits or more. Inside a text it is harmless. */
const longDigitRun = /\d{16}/;

/**
 * `JSON.parse`, but whole numbers that JavaScript cannot hold exactly stay as the text they were sent as. Graph sends
 * ids as texts, and here and there as numbers: `10150030749305471` would become another id.
 * @throws SyntaxError for what is not JSON
 */
export function readExactJson(text: string): unknown {
  // The second way calls a function for every value, and few answers need it.
  if (!longDigitRun.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    // The second way also has a limit of depth, the first has none. Long numbers stay numbers then, and a schema that
    // wants an id refuses the one item.
    if (error instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

/** `source` is the number as it was written: ECMAScript's source text access, in Node since 22. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? source : value;
}
