/** Classes of the errors of a PostgreSQL database. */
import type { QueryFailure } from './measurements.ts';

/** Errors that ended a connection to a database or kept one from beginning. Mail servers and programs fail with the same codes. */
const connectionFailures = new WeakSet<Error>();
/** `pg` has no codes for these. */
const connectionWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Says that this error is one of a connection to a database. */
export function markConnectionFailure(error: Error): void {
  connectionFailures.add(error);
}

/** The class of an error of the database; null for any other error. */
export function queryFailureOf(error: unknown): QueryFailure | null {
  if (!(error instanceof Error)) return null;
  if (connectionFailures.has(error) || connectionWords.test(error.message)) return 'connection';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // PostgreSQL's codes have five characters; the first two are their class.
  if (!/^[0-9A-Z]{5}$/.test(code) || !('severity' in error)) return null;
  if (code === '57014') return 'timeout';
  // 53300: too many connections. The others of its class, such as a full disk, do not pass by themselves.
  if (code.startsWith('08') || code.startsWith('57') || code === '53300') return 'connection';
  if (code.startsWith('40')) return 'conflict';
  return code.startsWith('23') ? 'constraint' : 'other';
}

/** Seconds: a database that restarts is back within a few. */
const outageRetrySeconds = 2;

/**
 * For a request whose database ended the connection or takes none: the seconds after which a repeat is worth it. Null for any
 * other error.
 */
export function retryAfterOutage(error: unknown): number | null {
  return queryFailureOf(error) === 'connection' ? outageRetrySeconds : null;
}

/** SQLSTATE of PostgreSQL: a write in a read-only transaction. */
const readOnlyTransaction = '25006';

/** Whether the database refused a write because it takes none. */
export function isWriteRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnlyTransaction;
}
