import { versionedApiRoot } from '@kindling/contract/api-address';
import type { ErrorReport } from '@kindling/contract/error-reports';
import { callerHeaders } from '../api/access.ts';
import { readApiError } from './read-api-error.ts';
import { createReporter } from './report.ts';

/** Milliseconds to wait for the token that says whose report it is. */
const tokenTimeoutMs = 1000;

async function send(report: ErrorReport): Promise<string | null> {
  const late = new Promise<object>((resolve) => setTimeout(resolve, tokenTimeoutMs, {}));
  const caller = await Promise.race([callerHeaders({ fresh: false }).catch(() => ({})), late]);
  const answer = await fetch(`${versionedApiRoot}/error-reports`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...caller,
    },
    body: JSON.stringify(report),
    // Sends the report also when the browser leaves the page.
    keepalive: true,
  });
  if (!answer.ok) return null;
  const { requestId }: { requestId?: unknown } = await answer.json();
  return typeof requestId === 'string' ? requestId : null;
}

const reporter = createReporter(send, { origin: 'browser', readCallError: readApiError });

/** Reports a caught error. @returns the id for support, or null. */
export const reportCaught = reporter.report;

/** Reports uncaught errors from now on. */
export function startErrorReports(): void {
  addEventListener('error', ({ error, message }) => void reporter.report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => void reporter.report(reason));
}
