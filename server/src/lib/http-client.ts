/**
 * The client for calls to hosts that the operator's configuration names. Trust rule: an answer is never trusted with
 * anything but text. No redirect is followed, the whole call has one deadline, the body has a size limit after
 * decompression, and the address can not leave the configured base, whatever a stored id looks like.
 */

/** A page of 50 reviews is below 300 kB; the rest is room for long texts, and still small beside the process. */
const defaultMaxBytes = 10_000_000;
const defaultTimeoutMs = 20_000;

export type HttpClientErrorReason = 'timeout' | 'network' | 'too-large';

/**
 * No usable answer arrived. The message holds a system error code at most: neither address nor header nor body,
 * because those carry tokens. For the same reason no `cause` is kept.
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
  /** Starts with a slash; already percent-encoded, without query, without `.` or `..` segments. */
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
  /** The body read as JSON; undefined where it is not JSON. */
  json: unknown;
}

export interface HttpClient {
  /**
   * Any status is an answer, 3xx too (nothing is followed).
   * @throws HttpTrouble without an answer; the signal's reason when the caller cancelled; TypeError for a path that
   * would leave the base.
   */
  call(request: HttpRequest): Promise<HttpResponse>;
}

export interface HttpClientOptions {
  /** For the whole call, in ms; default 20 s. */
  timeoutMs?: number;
  /** Of the decoded body; default 10 MB. */
  maxBytes?: number;
  /** Reads a body as JSON, in place of `JSON.parse`; what it throws counts as "not JSON". */
  readJson?: (text: string) => unknown;
}

export function createHttpClient(baseUrl: string, options: HttpClientOptions = {}): HttpClient {
  const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, readJson = JSON.parse } = options;
  const base = new URL(baseUrl);
  return {
    async call(request) {
      const url = requestUrl(base, request);
      const deadline = startDeadline(timeoutMs, request.signal);
      try {
        const response = await fetch(url, {
          method: request.method ?? 'GET',
          headers: { accept: 'application/json', ...contentTypeHeader(request), ...request.headers },
          body: requestBody(request),
          redirect: 'manual',
          signal: deadline.signal,
        });
        const text = await readLimited(response, maxBytes);
        return { status: response.status, headers: response.headers, text, json: parseJson(text, readJson) };
      } catch (error) {
        throw deadline.explain(error);
      } finally {
        deadline.end();
      }
    },
  };
}

/** A form tells its type itself. */
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
  // Parsing resolves dot segments and encodes what does not belong in a path; a difference means that the path held
  // such a thing, and the call would go elsewhere than written.
  if (!request.path.startsWith('/') || url.pathname !== `${prefix}${request.path}`) {
    throw new TypeError('The path of this call is not a plain path.');
  }
  url.search = new URLSearchParams(request.query).toString();
  url.hash = '';
  return url;
}

/** One abort for both ends: our deadline and the caller's signal. */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  const cancel = () => controller.abort();
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    explain(error: unknown): unknown {
      if (caller?.aborted) return caller.reason;
      if (error instanceof HttpClientError) return error;
      if (late) return new HttpClientError('timeout', `no complete answer within ${timeoutMs} ms`);
      return new HttpClientError('network', `network error (${errorCode(error)})`);
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}

/** `fetch` hides the system error one level down; only a code in capitals is let through. */
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
  // Leaving the loop by an error cancels the stream, and with it the transfer.
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
