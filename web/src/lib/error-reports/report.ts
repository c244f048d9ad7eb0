/**
 * Reports errors of this browser to the server: each kind of error once per loaded page, with a limit per page, and
 * without queries of addresses, tokens or quoted text. Nothing here throws, and a failed report is not reported.
 */
import type { ErrorReport } from '@kindling/contract/error-reports';
import { reportLimits, scrubRoute, scrubText } from '@kindling/contract/error-scrub';

/** Sends a report. @returns the id for support; null when it could not be sent. */
export type SendReport = (report: ErrorReport) => Promise<string | null>;

export interface Reporter {
  /** Reports an error of ours. @returns the id for support, or null. */
  report(error: unknown): Promise<string | null>;
}

/** What an error of a call of ours says: the id of its request; false when it is not worth a report. */
export type ReadCallError = (error: unknown) => { requestId: string | null } | false;

interface ReporterOptions {
  origin: 'browser' | 'page';
  readCallError: ReadCallError;
  path?: () => string;
}

/** The script that reports, whose name has the hash of its build. */
const [script = null] = new URL(import.meta.url).pathname.match(/[\w.-]+$/) ?? [];

export function createReporter(send: SendReport, options: ReporterOptions): Reporter {
  const { path = () => location.pathname } = options;
  const sent = new Map<string, Promise<string | null>>();
  return {
    report(error) {
      try {
        const report = describe(error, path(), options);
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

function describe(error: unknown, path: string, options: ReporterOptions): ErrorReport | null {
  const call = options.readCallError(error);
  if (call === false || !isWorthReporting(error)) return null;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const words = message.startsWith(name) ? message : `${name}: ${message}`;
  return {
    message: scrubText(words, reportLimits.message),
    stack: stack === undefined ? null : scrubText(stack, reportLimits.stack),
    route: scrubRoute(path),
    requestId: call.requestId,
    origin: options.origin,
    release: script?.slice(0, reportLimits.release) ?? null,
  };
}

/** Messages without information: scripts of other origins, and a notice that engines raise as an error. */
const noise = /^Script error\.?$|ResizeObserver loop/;
const foreign = /\b(?:chrome|moz|safari-web)-extension:\/\//;

/** False for what was canceled or took too long, and for scripts of browser extensions. */
function isWorthReporting(error: unknown): boolean {
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return false;
  const message = error instanceof Error ? error.message : String(error);
  if (noise.test(message)) return false;
  return !(error instanceof Error && foreign.test(error.stack ?? ''));
}
