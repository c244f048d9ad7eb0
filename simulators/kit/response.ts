/** How an answer travels: whole, or in one of the ways in which it does not arrive. */
export type Delivery =
  | { way: 'whole' | 'cut' | 'never' | 'reset' }
  /** Nothing more comes on the connection, and its end is not answered either; `begun`: half an answer came. */
  | { way: 'half-open'; begun: boolean }
  | { way: 'drip'; bytes: number; everyMs: number };

/** What a simulator answers. JSON stays a value until it is sent, so that a fault can damage one item of it. */
export type HttpResponse = {
  status: number;
  headers: Record<string, string>;
  content:
    | { kind: 'json'; value: unknown }
    | { kind: 'text'; text: string }
    | { kind: 'bytes'; bytes: Buffer };
  /** Set where the answer does not arrive whole although the call was carried out. */
  delivery?: Delivery;
};

/** Thrown anywhere below a handler to end the call with this reply. */
export class HttpError extends Error {
  readonly reply: HttpResponse;

  constructor(reply: HttpResponse) {
    super(`refused with ${reply.status}`);
    this.name = 'Refusal';
    this.reply = reply;
  }
}

/** A JSON reply; `headers` are added to the content type both platforms send. */
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

/** Plain text, used where neither platform documents a shape. */
export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    content: { kind: 'text', text },
  };
}
