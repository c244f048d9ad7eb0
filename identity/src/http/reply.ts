import type { ServerResponse } from 'node:http';

/** Policy of every page. `form-action` names the app too, because the answer to a form leads on to it. */
export function pagePolicy(appOrigins: string[], frameAncestors: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action 'self' ${appOrigins.join(' ')}`,
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "base-uri 'none'",
  ].join('; ');
}

/** Headers that fit every answer of this service, the engine's included. */
export function setCommonHeaders(res: ServerResponse, secure: boolean): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // Not `no-referrer`: that would make browsers send `Origin: null` with our own forms.
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

export function sendPage(
  res: ServerResponse,
  page: { status: number; html: string; policy: string; retryAfterSeconds?: number },
): void {
  res.statusCode = page.status;
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Security-Policy', page.policy);
  res.setHeader('Cache-Control', 'no-store');
  if (page.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(page.retryAfterSeconds));
  res.end(page.html);
}

/** 303: the browser follows with GET, so a reload sends no form twice. */
export function redirect(res: ServerResponse, location: string): void {
  res.statusCode = 303;
  res.setHeader('Location', location);
  res.setHeader('Cache-Control', 'no-store');
  res.end();
}

export function addCookie(
  res: ServerResponse,
  cookie: { name: string; value: string; path: string; maxAgeSeconds: number; secure: boolean },
): void {
  const parts = [
    `${cookie.name}=${cookie.value}`,
    `Path=${cookie.path}`,
    `Max-Age=${cookie.maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (cookie.secure) parts.push('Secure');
  res.appendHeader('Set-Cookie', parts.join('; '));
}
