/** Reports errors of the scripts of public pages, scrubbed like those of the app. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { createReporter } from '../../lib/error-reports/report.ts';

const { report } = createReporter(
  async (body) => {
    await fetch(`${versionedApiRoot}/error-reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    });
    return null;
  },
  { origin: 'page', readCallError: () => ({ requestId: null }) },
);

export function startErrorReports(): void {
  addEventListener('error', ({ error, message }) => void report(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => void report(reason));
}
