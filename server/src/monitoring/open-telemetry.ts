/** Sends spans to an OpenTelemetry collector over OTLP/HTTP. The libraries are loaded only where an address is configured. */

import type { Span } from '@kindling/service/span';
import type { SpanOptions, Tracer } from '@kindling/service/tracing';
import type { Attributes, Span as SdkSpan, SpanKind } from '@opentelemetry/api';
import type { Log } from '../lib/log.ts';

export interface TracingOptions {
  /** Base address of the collector; `/v1/traces` is added. */
  endpoint: string;
  /** Sent with each request, for example a token. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  roles: readonly string[];
  /** Share of the traces that are recorded, 0 to 1. */
  ratio: number;
}

/** Milliseconds. What cannot be sent is dropped; a stop does not wait for a collector that does not answer. */
const timeouts = { export: 5_000, shutdown: 3_000, between: 2_000 };
const limits = {
  attributeCountLimit: 16,
  attributeValueLengthLimit: 200,
  eventCountLimit: 0,
  linkCountLimit: 0,
};
/** Spans in memory that wait to be sent; above it they are dropped. */
const maxWaiting = 4_096;
/** A collector that does not answer is one line in this time, not one for each batch. */
const logPauseMs = 60_000;

export async function createTracer(
  options: TracingOptions,
  log: Log,
): Promise<Tracer & { close(): Promise<void> }> {
  // A bundle loads static imports at its start.
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  logExportFailures(api, log);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: timeouts.export,
  });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': options.serviceName,
      'service.instance.id': crypto.randomUUID(),
      'kindling.roles': options.roles.join(','),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanLimits: limits,
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: maxWaiting,
        scheduledDelayMillis: timeouts.between,
        exportTimeoutMillis: timeouts.export,
      }),
    ],
  });
  const tracer = provider.getTracer('kindling');
  const kinds: Record<SpanOptions['kind'], SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  };
  return {
    startSpan(name, { kind, parent, attributes = {} }) {
      const context = parentContext(parent);
      const above = context === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, context);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as Attributes }, above);
      return wrap(span, api.SpanStatusCode.ERROR);
    },
    async close() {
      const timer = AbortSignal.timeout(timeouts.shutdown);
      await Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((resolve) => timer.addEventListener('abort', () => resolve(), { once: true })),
      ]);
    },
  };
}

interface ParentContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote: boolean;
}

/** The span that a traceparent names; null for a text that is none. */
function parentContext(parent: Span | string | null): ParentContext | null {
  const header = typeof parent === 'string' ? parent : (parent?.traceparent ?? '');
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: typeof parent === 'string' };
}

function wrap(span: SdkSpan, failed: number): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes as Attributes),
    fail(error) {
      // Never the message: it can quote what somebody typed.
      span.setStatus({ code: failed });
      span.setAttribute('error.type', typeof error === 'string' ? error : errorClass(error));
    },
    end: () => span.end(),
  };
}

function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The library tells of failed exports through its own diagnostics. */
function logExportFailures({ diag, DiagLogLevel }: typeof import('@opentelemetry/api'), log: Log): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const report = (reason: string) => {
    if (performance.now() - lastAt < logPauseMs) return;
    lastAt = performance.now();
    log.warn({ reason }, 'Traces could not be sent and are dropped');
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
