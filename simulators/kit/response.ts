/** How a response is sent: completely, or broken in one of these ways. */
export type Delivery =
  | { way: 'whole' | 'cut' | 'never' | 'reset' }
  /** The connection stays open and silent, and the client's close is not answered; `begun`: after half a response. */
  | { way: 'half-open'; begun: boolean }
  | { way: 'drip'; bytes: number; everyMs: number };

/** A response. JSON stays a value until it is sent, so that a fault can change one item of it. */
export type HttpResponse = {
  status: number;
  headers: Record<string, string>;
  content:
    | { kind: 'json'; value: unknown }
    | { kind: 'text'; text: string }
    | { kind: 'bytes'; bytes: Buffer };
  /** Set when the call was carried out but its response must not arrive completely. */
  delivery?: Delivery;
};

/** Thrown below a handler to end the call with this response. */
export class HttpError extends Error {
  readonly reply: HttpResponse;

  constructor(reply: HttpResponse) {
    super(`refused with ${reply.status}`);
    this.name = 'Refusal';
    this.reply = reply;
  }
}

/** A JSON response with the content type of both platforms. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store', ...headers },
    content: { kind: 'json', value },
  };
}

/**
 * An HTML page. The policy forbids scripts and outside resources: these pages show names and mails that tests fill
 * with hostile text. `form-action` is left open because Chromium applies it to the redirect that follows the form. With
 * `no-referrer` a form's `Origin` would be `null`, and the form would be refused as one of another site.
 */
export function htmlResponse(status: number, html: string, policy = pagePolicy): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    },
    content: { kind: 'text', text: html },
  };
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** A redirect of the browser to `location`. */
export function redirectResponse(location: string): HttpResponse {
  return {
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
    content: { kind: 'text', text: '' },
  };
}

/** Plain text, for responses that no platform documents. */
export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    content: { kind: 'text', text },
  };
}
