/** What the running code belongs to: a request or a job. Log lines, audit entries and traces read it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

export interface Work {
  readonly request: RequestWork | null;
  readonly job: { readonly name: string; readonly id: string } | null;
  /** The innermost span; null while nothing is traced. */
  readonly span: Span | null;
}

export interface RequestWork {
  readonly id: string;
  /** The network that it came from, as limits count it; worked out when somebody asks. */
  readonly network: () => string;
  /** Template of the route, where the framework knows a wildcard only; null for the framework's own. */
  route: string | null;
}

const storage = new AsyncLocalStorage<Work>();

/** Runs `work`, and all asynchronous work that it starts, as part of this request or job. */
export function withWork<T>(context: Work, work: () => T): T {
  return storage.run(context, work);
}

/** The request or job of the running code; null outside of both, for example in a timer. */
export function currentWork(): Work | null {
  return storage.getStore() ?? null;
}

/** The id of the current request; null outside of a request, for example in a job. */
export function currentRequestId(): string | null {
  return currentWork()?.request?.id ?? null;
}

/** The network of the current request; null outside of a request. */
export function currentNetwork(): string | null {
  return currentWork()?.request?.network() ?? null;
}

/** Names the route of the current request for metrics and traces: its template, never the address that was requested. */
export function nameRoute(template: string): void {
  const request = currentWork()?.request;
  if (request != null) request.route = template;
}
