/**
 * HTTP client for hosts from the operator's configuration. It treats every answer as untrusted text: it follows no
 * redirect, one deadline covers the whole call, and the body has a size limit after decompression. A request can never
 * leave the configured base URL, whatever a stored id contains.
 */

import { isMeasured, type Measurements, measure, statusClass } from '@kindling/service/measurements';
import { inSpan } from '@kindling/service/tracing';

/** A page of 50 reviews is below 300 kB. The limit leaves space for long texts and is small compared to the process. */
const defaultMaxBytes = 10_000_000;
const defaultTimeoutMs = 20_000;

export type HttpClientErrorReason = 'timeout' | 'network' | 'too-large';

/**
 * No usable answer arrived. The message contains at most a system error code and no URL, header or body, because those
 * carry tokens. For the same reason it has no `cause`.
 */
export class HttpClientError extends Error {
  readonly reason: HttpClientErrorReason;

  constructor(reason: HttpClientErrorReason, message: string) {
    super(message);
    this.name = 'HttpTrouble';
    this.reason = reason;
  }
}

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash, is percent-encoded, and has no query and no `.` or `..` segments. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string> | URLSearchParams;
  /** Sent as `application/json`; not together with `form`. */
  json?: unknown;
  signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON body; undefined when the body is not JSON. */
  json: unknown;
}

export interface HttpClient {
  /**
   * Sends a request. Any status is an answer, also 3xx, because redirects are not followed.
   * @throws HttpClientError when there is no answer; the reason of the signal when the caller aborts; TypeError for a path that
   *   would leave the base URL.
   */
  call(request: HttpRequest): Promise<HttpResponse>;
}

export interface HttpClientOptions {
  /** For the whole call, in ms; default 20 s. */
  timeoutMs?: number;
  /** Of the decoded body; default 10 MB. */
  maxBytes?: number;
  /** Replaces `JSON.parse`. An error of it means that the body is not JSON. */
  readJson?: (text: string) => unknown;
}

export function createHttpClient(baseUrl: string, options: HttpClientOptions = {}): HttpClient {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, readJson = JSON.parse } = options;
  const base = new URL(baseUrl);
  return {
    call: (request) => watchCall(base.host, request.method ?? 'GET', () => send(request)),
  };

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const url = requestUrl(base, request);
    const deadline = AbortSignal.timeout(timeoutMs);
    const caller = request.signal;
    try {
      const response = await fetch(url, {
        method: request.method ?? 'GET',
        headers: { accept: 'application/json', ...contentTypeHeader(request), ...request.headers },
        body: requestBody(request),
        redirect: 'manual',
        signal: caller === undefined ? deadline : AbortSignal.any([caller, deadline]),
      });
      const text = await readLimited(response, maxBytes);
      return { status: response.status, headers: response.headers, text, json: parseJson(text, readJson) };
    } catch (error) {
      throw explain(error, deadline, timeoutMs, caller);
    }
  }
}

/** Reports a call to metrics and traces: host, method and status, because the path has ids and the query can have tokens. */
function watchCall(host: string, method: string, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const attributes = { 'server.address': host, 'http.request.method': method };
  return inSpan(`${method} ${host}`, { kind: 'client', attributes }, async (span) => {
    if (span === null && !isMeasured()) return send();
    const began = performance.now();
    const report = (outcome: Measurements['outgoingCall']['outcome']) =>
      measure('outgoingCall', { host, outcome, seconds: (performance.now() - began) / 1000 });
    try {
      const response = await send();
      span?.set({ 'http.response.status_code': response.status });
      report(statusClass(response.status));
      return response;
    } catch (error) {
      // A caller who gave up says nothing about the host.
      if (error instanceof HttpClientError) report(error.reason);
      throw error;
    }
  });
}

/** For a form, `fetch` sets the content type. */
function contentTypeHeader(request: HttpRequest): Record<string, string> {
  return request.json === undefined ? {} : { 'content-type': 'application/json' };
}

function requestBody(request: HttpRequest): URLSearchParams | string | null {
  if (request.json !== undefined) return JSON.stringify(request.json);
  return request.form ? new URLSearchParams(request.form) : null;
}

function requestUrl(base: URL, request: HttpRequest): URL {
  const prefix = base.pathname.replace(/\/$/, '');
  const url = new URL(base);
  url.pathname = `${prefix}${request.path}`;
  // The URL parser resolves dot segments and encodes invalid characters. A difference means that the path contained them
  // and the request would go to another path.
  if (!request.path.startsWith('/') || url.pathname !== `${prefix}${request.path}`) {
    throw new TypeError('The path of this call is not a plain path.');
  }
  url.search = new URLSearchParams(request.query).toString();
  url.hash = '';
  return url;
}

/** The caller's own abort reason comes first: it is the caller that wants to recognize it. */
function explain(error: unknown, deadline: AbortSignal, timeoutMs: number, caller?: AbortSignal): unknown {
  if (caller?.aborted) return caller.reason;
  if (error instanceof HttpClientError) return error;
  if (deadline.aborted) return new HttpClientError('timeout', `no complete answer within ${timeoutMs} ms`);
  return new HttpClientError('network', `network error (${errorCode(error)})`);
}

/** `fetch` puts the system error into `cause`. Only a code in capitals is used, because other text could carry secrets. */
function errorCode(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code: unknown = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'unknown';
}

async function readLimited(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  // Throwing inside the loop cancels the stream and ends the transfer.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new HttpClientError('too-large', `the answer is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, readJson: (text: string) => unknown): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
