/** A number of 16 digits or more, which JavaScript may not hold exactly. A match inside a text does no harm. */
const longDigitRun = /\d{16}/;

/**
 * `JSON.parse`, except that whole numbers which JavaScript cannot hold exactly become texts with their digits. Graph
 * sends most ids as texts and some as numbers: `10150030749305471` would become another id.
 * @throws SyntaxError for invalid JSON
 */
export function readExactJson(text: string): unknown {
  // A reviver is called for every value, and few answers need it.
  if (!longDigitRun.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, keepDigits);
  } catch (error) {
    // A reviver also has a depth limit, which plain parsing does not have. Then long numbers stay numbers, and a schema
    // that wants an id refuses the one item.
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
