import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

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
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
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
  reply: FastifyReply,
  page: { status: number; html: string; policy: string; inPopup: boolean; retryAfterSeconds?: number },
): void {
  // A popup has to reach the page that opened it.
  if (!page.inPopup) reply.header('cross-origin-opener-policy', 'same-origin');
  if (page.retryAfterSeconds !== undefined) reply.header('retry-after', String(page.retryAfterSeconds));
  void reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-store' })
    .send(page.html);
}

/** 303: the browser follows with GET, so a reload sends no form twice. */
export function redirect(reply: FastifyReply, location: string): void {
  void reply.header('cache-control', 'no-store').redirect(location, 303);
}

/** Onto the raw answer, where the engine puts its own cookies. */
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
