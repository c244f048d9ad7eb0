/** Reports transactions and failed statements to metrics and traces: times and classes of errors, never SQL or values. */
import { isMeasured, measure, type QueryFailure } from '@kindling/service/measurements';
import { inSpan, isTracing } from '@kindling/service/tracing';

/** Runs one transaction, from the wait for a connection to its end. */
export function watchTransaction<T>(scope: 'tenant' | 'system', run: () => Promise<T>): Promise<T> {
  if (!isMeasured() && !isTracing()) return run();
  return inSpan('transaction', { kind: 'client', attributes: { 'kindling.scope': scope } }, async () => {
    const began = performance.now();
    const report = (outcome: 'committed' | 'rolled-back') =>
      measure('transaction', { scope, outcome, seconds: (performance.now() - began) / 1000 });
    try {
      const result = await run();
      report('committed');
      return result;
    } catch (error) {
      report('rolled-back');
      reportQueryFailure(error);
      throw error;
    }
  });
}

/** Counts an error of the database; other errors that end a transaction are none of it. */
export function reportQueryFailure(error: unknown): void {
  const kind = queryFailureOf(error);
  if (kind !== null) measure('queryFailed', { kind });
}

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
