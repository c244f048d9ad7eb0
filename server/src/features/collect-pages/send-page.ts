/** Sends a visitor's page: never cached, because it holds a token and a key of one visit, with a policy of its own. */
import { gzipSync } from 'node:zlib';
import { collectPolicy } from '@kindling/guest/collect/csp';
import type { VisitorValues } from '@kindling/guest/collect/markers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../../lib/http-headers.ts';
import type { ContentCoding, PageTemplate } from './page-template.ts';

interface SendOptions {
  status?: number;
  /** Whether search engines may list it. */
  indexed?: boolean;
}

/** A page that is made for this answer only. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  status = 200,
): FastifyReply {
  const coding = acceptsGzip(request) ? 'gzip' : null;
  const body = coding === null ? html : gzipSync(html);
  return send(reply, body, { policy: collectPolicy(html), coding, status });
}

/** A page that all visitors share, with the values of this one. */
export function sendFilled(
  request: FastifyRequest,
  reply: FastifyReply,
  template: PageTemplate,
  values: VisitorValues,
): FastifyReply {
  const { policy } = template;
  return acceptsGzip(request)
    ? send(reply, template.gzip(values), { policy, coding: 'gzip' })
    : send(reply, template.fill(values), { policy, coding: null });
}

/** A page without values of a visitor. */
export function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  template: PageTemplate,
  options: SendOptions = {},
): FastifyReply {
  const codings = codingsOf(request);
  const coding = codings.has('br') ? 'br' : codings.has('gzip') ? 'gzip' : null;
  return send(reply, template.whole(coding), { policy: template.policy, coding, ...options });
}

function codingsOf({ headers }: FastifyRequest): ReadonlySet<string> {
  return acceptedEncodings(headers['accept-encoding'] ?? '');
}

const acceptsGzip = (request: FastifyRequest): boolean => codingsOf(request).has('gzip');

function send(
  reply: FastifyReply,
  body: string | Buffer,
  { policy, coding, status = 200, indexed = false }: SendOptions & { policy: string; coding: ContentCoding },
): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      // The platforms that a visitor goes to do not learn the address of the page, which may be a personal one. Without any
      // referrer browsers would send forms with an unknown origin.
      'referrer-policy': 'same-origin',
      ...(indexed ? {} : { 'x-robots-tag': 'noindex' }),
      vary: 'accept-encoding, accept-language, accept',
      ...(coding === null ? {} : { 'content-encoding': coding }),
    })
    .send(body);
}

/** Whether the page's script asks; browsers without it want a page. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('application/json') === true;
}

export function sendJson(reply: FastifyReply, answer: unknown, status = 200): FastifyReply {
  return reply.status(status).header('cache-control', 'no-store').header('vary', 'accept').send(answer);
}
