/** One timed piece of work. The attributes are a closed list without personal data. */

export interface SpanAttributes {
  'http.request.method'?: string;
  /** The template of the route. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** Host from the operator's configuration. */
  'server.address'?: string;
  'kindling.role'?: string;
  'kindling.request_id'?: string;
  'kindling.job'?: string;
  'kindling.job_id'?: string;
  'kindling.scope'?: 'tenant' | 'system';
  /** Class or code of an error, never its message. */
  'error.type'?: string;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** The span as a header of W3C Trace Context. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. */
  fail(error: unknown): void;
  end(): void;
}
