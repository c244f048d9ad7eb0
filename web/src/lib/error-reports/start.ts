import type { ErrorReport } from '@kindling/contract/error-reports';
import { getToken } from '../api/access.ts';
import { createReporter } from './report.ts';

/** Milliseconds that a report waits for the token that says whose it is. */
const tokenTimeoutMs = 1000;

async function send(report: ErrorReport): Promise<string | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, tokenTimeoutMs, null));
  const token = await Promise.race([getToken({ fresh: false }).catch(() => null), late]);
  const answer = await fetch('/api/error-reports', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(report),
    // Goes out also when the page is being left.
    keepalive: true,
  });
  if (!answer.ok) return null;
  const { requestId }: { requestId?: unknown } = await answer.json();
  return typeof requestId === 'string' ? requestId : null;
}

const reporter = createReporter(send);

/** Reports an error that was caught. @returns the id to name to support, or null. */
export const reportCaught = reporter.report;

/** Reports what nobody caught, from now on. */
export function startErrorReports(): void {
  addEventListener('error', ({ error, message }) => void reporter.report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => void reporter.report(reason));
}
