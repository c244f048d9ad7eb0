/** Classes of the errors of a PostgreSQL database. */
import type { QueryFailure } from './measurements.ts';

/** What ended a connection or kept it from beginning, in Node's codes and in the words of `pg`, which has no codes for them. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);
const connectionWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The class of an error of the database; null for any other error. */
export function queryFailureOf(error: unknown): QueryFailure | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (connectionCodes.has(code) || connectionWords.test(error.message)) return 'connection';
  // PostgreSQL's codes have five characters; the first two are their class.
  if (!/^[0-9A-Z]{5}$/.test(code) || !('severity' in error)) return null;
  if (code === '57014') return 'timeout';
  if (code.startsWith('08') || code.startsWith('57') || code.startsWith('53')) return 'connection';
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
