/** What an error of storing an entry means for it. */

/** SQLSTATE of PostgreSQL: the row that this one belongs to is gone. */
const foreignKeyViolation = '23503';
/** Classes of SQLSTATE that come again with the same data: data, integrity, limits of the program, a raised error. */
const refusalClasses = ['22', '23', '54', 'P0'];

/**
 * - `gone`: its account, location or pipeline was deleted, and with it what it belongs to.
 * - `refused`: it fails again with the same data; others may not.
 * - `unavailable`: the database takes nothing now.
 */
export type StoreFault = 'gone' | 'refused' | 'unavailable';

export function storeFault(error: unknown): StoreFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === foreignKeyViolation) return 'gone';
  if (code.length === 5 && refusalClasses.some((start) => code.startsWith(start))) return 'refused';
  // A fault of the program, which has no code; a network's errors have one.
  return error instanceof TypeError || error instanceof RangeError ? 'refused' : 'unavailable';
}
