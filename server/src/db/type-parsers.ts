import pg from 'pg';

/** Object ids of PostgreSQL's built-in types (pg_type.dat). */
const INT8 = 20;
const DATE = 1082;

/** bigint as a number; throws rather than round a value past Number.MAX_SAFE_INTEGER. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is too large for a number`);
  return value;
}

const customParsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  // A day has no time zone; a Date would move it by the server's own.
  [DATE]: (text: string) => text,
};

/**
 * How column values reach the program: bigint as number, date as 'YYYY-MM-DD', numeric as string (exact),
 * timestamptz as Date, json parsed. `generate-types.ts` declares the same.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    const parser = customParsers[id];
    if (parser && format !== 'binary') return parser;
    return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
  },
};
