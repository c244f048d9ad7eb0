import pg from 'pg';

/** Object ids of PostgreSQL's built-in types (from pg_type.dat). */
const INT8 = 20;
const DATE = 1082;

/** Parses a bigint as a number. @throws RangeError beyond Number.MAX_SAFE_INTEGER, so that nothing is rounded. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is too large for a number`);
  return value;
}

const customParsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  // A day has no time zone; a Date would shift it by the zone of this process.
  [DATE]: (text: string) => text,
};

/**
 * JavaScript types of column values: bigint is a number, date is 'YYYY-MM-DD', numeric is a string (exact), timestamptz is
 * a Date, json is parsed. `generate-types.ts` must declare the same types.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    const parser = customParsers[id];
    if (parser && format !== 'binary') return parser;
    return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
  },
};
