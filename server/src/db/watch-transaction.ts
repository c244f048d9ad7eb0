/** Reports transactions and failed statements to metrics and traces: times and classes of errors, never SQL or values. */
import { isMeasured, measure } from '@kindling/service/measurements';
import { queryFailureOf } from '@kindling/service/query-failure';
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
