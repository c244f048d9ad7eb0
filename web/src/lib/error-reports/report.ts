/**
 * Reports errors of this browser to the server: each kind of error once per loaded page, with a limit per page, and
 * without queries of addresses, tokens or quoted text. Nothing here throws, and a failed report is not reported.
 */
import type { ErrorReport } from '@kindling/contract/error-reports';
import { reportLimits, scrubRoute, scrubText } from '@kindling/contract/error-scrub';
import { ApiError } from '../api/problem.ts';

/** Sends a report. @returns the id for support; null when it could not be sent. */
export type SendReport = (report: ErrorReport) => Promise<string | null>;

export interface Reporter {
  /** Reports an error of ours. @returns the id for support, or null. */
  report(error: unknown): Promise<string | null>;
}

export function createReporter(send: SendReport, path: () => string = () => location.pathname): Reporter {
  const sent = new Map<string, Promise<string | null>>();
  return {
    report(error) {
      try {
        const report = describe(error, path());
        if (report === null) return Promise.resolve(null);
        const kind = `${report.message}\n${report.stack?.split('\n').slice(0, 2).join('\n')}`;
        const known = sent.get(kind);
        if (known !== undefined) return known;
        if (sent.size >= reportLimits.perPage) return Promise.resolve(null);
        const sending = send(report).catch(() => null);
        sent.set(kind, sending);
        return sending;
      } catch {
        return Promise.resolve(null);
      }
    },
  };
}

function describe(error: unknown, path: string): ErrorReport | null {
  if (!isWorthReporting(error)) return null;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const words = message.startsWith(name) ? message : `${name}: ${message}`;
  return {
    message: scrubText(words, reportLimits.message),
    stack: stack === undefined ? null : scrubText(stack, reportLimits.stack),
    route: scrubRoute(path),
    requestId: error instanceof ApiError ? error.requestId : null,
  };
}

/** Messages without information: scripts of other origins, and a notice that engines raise as an error. */
const noise = /^Script error\.?$|ResizeObserver loop/;
const foreign = /\b(?:chrome|moz|safari-web)-extension:\/\//;

/** False for lost connections, errors that the API reported, and scripts of browser extensions. */
function isWorthReporting(error: unknown): boolean {
  // The server logs its own refusals, and a missing answer is the network's fault.
  if (error instanceof ApiError) return error.code === 'unexpected';
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return false;
  const message = error instanceof Error ? error.message : String(error);
  if (noise.test(message)) return false;
  return !(error instanceof Error && foreign.test(error.stack ?? ''));
}
