/**
 * Spans of our own layers. Nothing is recorded, and no library is loaded, until a tracer is set. The attributes are a
 * closed list without personal data: no addresses with ids or tokens, no SQL, no values.
 */
import type { Span, SpanAttributes } from './span.ts';
import { currentWork, withWork } from './work-context.ts';

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** The span that caused this one: within the process, or a traceparent that another process stored. Default: the current one. */
  parent?: Span | string | null;
}

export interface Tracer {
  startSpan(name: string, options: SpanOptions & { parent: Span | string | null }): Span;
}

let tracer: Tracer | null = null;

/** Sets what records spans; null ends it. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Starts a span that the caller ends; null while nothing is traced. */
export function startSpan(name: string, options: SpanOptions): Span | null {
  if (tracer === null) return null;
  const { parent = currentWork()?.span ?? null } = options;
  return tracer.startSpan(name, { ...options, parent });
}

/** Runs `work` in a span, which is marked as failed when `work` rejects. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  if (span === null) return work(null);
  const { request = null, job = null } = currentWork() ?? {};
  try {
    return await withWork({ request, job, span }, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The current span for another process, as a header of W3C Trace Context; null while nothing is traced. */
export function currentTraceparent(): string | null {
  return currentWork()?.span?.traceparent ?? null;
}
