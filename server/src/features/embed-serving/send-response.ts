/**
 * Sends prepared forms. Answers past the framework's reply: everything is prepared, and putting headers together for
 * each view would be most of what a view costs. No cookie is read or set, and no answer allows credentials.
 */
import { isAllowedOrigin } from '@kindling/guest/embed/render/allowed-sites';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, matchesEtag } from '../../lib/http-headers.ts';
import { type EmbedFormat, mediaTypes, type Representation } from './formats.ts';

/** Minutes for the plain address; pages see a change within them, and caches may bridge our absence for a week. */
export const revalidatedCache = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
export const immutableCache = 'public, max-age=31536000, immutable';

type AllowedSites = readonly string[] | null;
type ContentCoding = 'brotli' | 'gzip' | 'body';
const codingNames = { brotli: 'br', gzip: 'gzip', body: null } as const;

const commonHeaders = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'strict-origin-when-cross-origin',
  'cross-origin-resource-policy',
  'cross-origin',
];
const corsForAll = ['access-control-allow-origin', '*'];

/** @param sites hosts whose pages may read the answer; null for all. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  variant: Representation,
  { cache, sites }: { cache: string; sites: AllowedSites },
): void {
  reply.hijack();
  const secure = hstsHeader(reply);
  const readable = sites === null ? [] : corsHeaders(request, sites);
  if (matchesEtag(request.headers['if-none-match'], variant.etag)) {
    reply.raw.writeHead(304, responseHead(variant, cache, sites, null).concat(readable, secure)).end();
    return;
  }
  const coding = chooseContentCoding(request.headers['accept-encoding'], variant);
  const head = responseHead(variant, cache, sites, coding);
  reply.raw.writeHead(200, head.concat(readable, secure)).end(variant[coding]);
}

/** Whether a page may send a request that is more than a plain link: reading only, as without the question. */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply, sites: AllowedSites): void {
  reply.hijack();
  const head = ['access-control-allow-methods', 'GET, HEAD', 'access-control-max-age', '86400'];
  head.push('access-control-allow-headers', 'content-type, if-none-match');
  head.push(...(sites === null ? corsForAll : ['vary', 'origin', ...corsHeaders(request, sites)]));
  reply.raw.writeHead(204, head.concat(hstsHeader(reply))).end();
}

/** What the server says of https on each answer, where its public address has it; these answers go past the reply. */
function hstsHeader(reply: FastifyReply): string[] {
  const name = 'strict-transport-security';
  const value = reply.getHeader(name);
  return typeof value === 'string' ? [name, value] : [];
}

function corsHeaders(request: FastifyRequest, sites: AllowedSites): string[] {
  const { origin } = request.headers;
  return origin !== undefined && isAllowedOrigin(origin, sites)
    ? ['access-control-allow-origin', origin]
    : [];
}

/** Heads that were put together before, by what they are for; they go with their variant. */
const headCache = new WeakMap<Representation, Map<string, string[]>>();

/** Names and values in turn, as Node takes them fastest. `coding` null is an answer without a body. */
function responseHead(
  variant: Representation,
  cache: string,
  sites: AllowedSites,
  coding: ContentCoding | null,
): string[] {
  const made = headCache.get(variant) ?? new Map<string, string[]>();
  headCache.set(variant, made);
  const key = `${coding} ${cache}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const head = [...commonHeaders, 'cache-control', cache, 'etag', `"${variant.etag}"`];
  if (sites === null) head.push('vary', 'accept-encoding', ...corsForAll);
  else head.push('vary', 'accept-encoding, origin');
  if (variant.policy !== undefined) head.push('content-security-policy', variant.policy);
  if (coding !== null) {
    head.push('content-type', variant.type, 'content-length', String(variant[coding]?.length ?? 0));
    const name = codingNames[coding];
    if (name !== null) head.push('content-encoding', name);
  }
  made.set(key, head);
  return head;
}

function chooseContentCoding(
  header: string | string[] | undefined,
  { brotli, gzip }: Representation,
): ContentCoding {
  if (brotli === null || gzip === null) return 'body';
  const accepted = acceptedEncodings(String(header ?? ''));
  if (accepted.has('br')) return 'brotli';
  return accepted.has('gzip') ? 'gzip' : 'body';
}

const emptyPage = '<!doctype html><meta charset="utf-8"><title></title>';
/** Browsers draw the picture of an answer with 404 too: nothing, in place of a broken frame. */
const emptySvg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const emptyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
);

/** A page that still carries the code of a deleted widget must not log an error or show a hole. */
const notFoundResponses: Readonly<Record<EmbedFormat, EmptyResponse>> = {
  script: emptyResponse(200, 'script', '/* This widget does not exist. */'),
  json: emptyResponse(404, 'json', '{"code":"not-found"}'),
  document: emptyResponse(404, 'document', emptyPage),
  fragment: emptyResponse(404, 'fragment', ''),
  schema: emptyResponse(404, 'json', '{"code":"not-found"}'),
  svg: emptyResponse(404, 'svg', emptySvg),
  png: emptyResponse(404, 'png', emptyPng),
  png2x: emptyResponse(404, 'png2x', emptyPng),
};

/** While nobody can say what a code shows. An error, so that caches go on with the copy that they have. */
const unavailableResponses: Readonly<Record<EmbedFormat, EmptyResponse>> = {
  script: emptyResponse(503, 'script', '', 'no-store'),
  json: emptyResponse(503, 'json', '{"code":"unavailable"}', 'no-store'),
  document: emptyResponse(503, 'document', emptyPage, 'no-store'),
  fragment: emptyResponse(503, 'fragment', '', 'no-store'),
  schema: emptyResponse(503, 'json', '{"code":"unavailable"}', 'no-store'),
  svg: emptyResponse(503, 'svg', emptySvg, 'no-store'),
  png: emptyResponse(503, 'png', emptyPng, 'no-store'),
  png2x: emptyResponse(503, 'png2x', emptyPng, 'no-store'),
};

interface EmptyResponse {
  status: number;
  head: string[];
  body: Buffer;
}

export function sendNotFound(reply: FastifyReply, form: EmbedFormat): void {
  sendEmpty(reply, notFoundResponses[form]);
}

export function sendUnavailable(reply: FastifyReply, form: EmbedFormat): void {
  sendEmpty(reply, unavailableResponses[form]);
}

function sendEmpty(reply: FastifyReply, { status, head, body }: EmptyResponse): void {
  reply.hijack();
  reply.raw.writeHead(status, head.concat(hstsHeader(reply))).end(body);
}

function emptyResponse(
  status: number,
  form: EmbedFormat,
  content: string | Buffer,
  cache = 'public, max-age=60',
): EmptyResponse {
  const body = Buffer.from(content);
  const head = [...commonHeaders, ...corsForAll, 'cache-control', cache, 'content-type', mediaTypes[form]];
  head.push('content-security-policy', "default-src 'none'", 'content-length', String(body.length));
  return { status, head, body };
}
