import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Our scripts write no HTML. */
export const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Policy of every page. `form-action` names the app too, because the answer to a form leads on to it, and
 * `connect-src`, because the help form is sent there.
 */
export function pagePolicy(appOrigins: string[], frameAncestors: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${appOrigins.join(' ')}`,
    `form-action 'self' ${appOrigins.join(' ')}`,
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "base-uri 'none'",
    TRUSTED_TYPES,
  ].join('; ');
}

/** Headers of every response of this service, also of the engine's. */
export function setCommonHeaders(res: ServerResponse, secure: boolean): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // Not `no-referrer` or `same-origin`: browsers would send `Origin: null` with our forms, or with the help form, which goes
  // to the app. Paths are not sent, because they may hold a token.
  res.setHeader('Referrer-Policy', 'strict-origin');
  res.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (secure) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

/** Isolates a page from its opener. Not for the app's popup, which has to reach its opener. */
export const ISOLATE_FROM_OPENER = ['cross-origin-opener-policy', 'same-origin'] as const;

export function sendPage(
  reply: FastifyReply,
  page: { status: number; html: string; policy: string; inPopup: boolean; retryAfterSeconds?: number },
): void {
  if (!page.inPopup) reply.header(...ISOLATE_FROM_OPENER);
  if (page.retryAfterSeconds !== undefined) reply.header('retry-after', String(page.retryAfterSeconds));
  void reply
    .status(page.status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-store' })
    .send(page.html);
}

/** 303: the browser follows with GET, so that a reload does not send the form twice. */
export function redirect(reply: FastifyReply, location: string): void {
  void reply.header('cache-control', 'no-store').redirect(location, 303);
}

/** Uses the raw response, to which the engine adds its own cookies. */
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
