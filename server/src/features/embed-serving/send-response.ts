/**
 * Sends rendered formats. Writes to the raw response instead of the framework's reply: building headers for each view
 * would be most of the cost of a view. No cookie is read or set, and no response allows credentials.
 */
import { isAllowedOrigin } from '@kindling/guest/embed/render/allowed-sites';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, matchesEtag } from '../../lib/http-headers.ts';
import { type EmbedFormat, mediaTypes, type Representation } from './formats.ts';

/** For addresses without a hash: pages see a change within a minute, and caches may bridge an outage of a week. */
export const revalidatedCache = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
/**
 * For addresses with the hash of their version: whoever has it keeps it, but a cache that serves others asks again after a minute, so that
 * nothing that was withdrawn or taken down stays public.
 */
export const versionCache =
  'public, max-age=31536000, immutable, s-maxage=60, stale-while-revalidate=86400, stale-if-error=604800';
/** For the shared script, which shows no content of an account. */
export const immutableCache = 'public, max-age=31536000, immutable';

type AllowedSites = readonly string[] | null;
type ContentCoding = 'brotli' | 'gzip' | 'body';
const contentEncodings = { brotli: 'br', gzip: 'gzip', body: null } as const;

const commonHeaders = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'strict-origin-when-cross-origin',
  'cross-origin-resource-policy',
  'cross-origin',
];
const corsForAll = ['access-control-allow-origin', '*'];

/** @param sites hosts whose pages may read the response; null allows all */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
  { cache, sites }: { cache: string; sites: AllowedSites },
): void {
  reply.hijack();
  const hsts = hstsHeader(reply);
  const cors = sites === null ? [] : corsHeaders(request, sites);
  if (matchesEtag(request.headers['if-none-match'], representation.etag)) {
    reply.raw.writeHead(304, responseHead(representation, cache, sites, null).concat(cors, hsts)).end();
    return;
  }
  const coding = chooseContentCoding(request.headers['accept-encoding'], representation);
  const head = responseHead(representation, cache, sites, coding);
  reply.raw.writeHead(200, head.concat(cors, hsts)).end(representation[coding]);
}

/** Answers a CORS preflight: pages may only read, as they may without a preflight. */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply, sites: AllowedSites): void {
  reply.hijack();
  const head = ['access-control-allow-methods', 'GET, HEAD', 'access-control-max-age', '86400'];
  head.push('access-control-allow-headers', 'content-type, if-none-match');
  head.push(...(sites === null ? corsForAll : ['vary', 'origin', ...corsHeaders(request, sites)]));
  reply.raw.writeHead(204, head.concat(hstsHeader(reply))).end();
}

/** Copies the HSTS header, which the server sets on the reply if its public address is https. */
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

/** Headers built earlier, by coding and cache policy; freed with their representation. */
const headCache = new WeakMap<Representation, Map<string, string[]>>();

/** Names and values alternate, the fastest form for Node. A null `coding` is a response without a body. */
function responseHead(
  representation: Representation,
  cache: string,
  sites: AllowedSites,
  coding: ContentCoding | null,
): string[] {
  const heads = headCache.get(representation) ?? new Map<string, string[]>();
  headCache.set(representation, heads);
  const key = `${coding} ${cache}`;
  const known = heads.get(key);
  if (known !== undefined) return known;
  const head = [...commonHeaders, 'cache-control', cache, 'etag', `"${representation.etag}"`];
  if (sites === null) head.push('vary', 'accept-encoding', ...corsForAll);
  else head.push('vary', 'accept-encoding, origin');
  if (representation.policy !== undefined) head.push('content-security-policy', representation.policy);
  if (coding !== null) {
    head.push(
      'content-type',
      representation.type,
      'content-length',
      String(representation[coding]?.length ?? 0),
    );
    const name = contentEncodings[coding];
    if (name !== null) head.push('content-encoding', name);
  }
  heads.set(key, head);
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
/** Browsers draw the picture of a 404 response too, so an empty one avoids a broken-image icon. */
const emptySvg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const emptyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
);

/** A page that still has the code of a deleted embed must show neither an error nor a gap. */
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

/** Sent while the database is down and no copy is on disk. An error status, so that caches keep serving their copy. */
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

export function sendNotFound(reply: FastifyReply, format: EmbedFormat): void {
  sendEmpty(reply, notFoundResponses[format]);
}

export function sendUnavailable(reply: FastifyReply, format: EmbedFormat): void {
  sendEmpty(reply, unavailableResponses[format]);
}

function sendEmpty(reply: FastifyReply, { status, head, body }: EmptyResponse): void {
  reply.hijack();
  reply.raw.writeHead(status, head.concat(hstsHeader(reply))).end(body);
}

function emptyResponse(
  status: number,
  format: EmbedFormat,
  content: string | Buffer,
  cache = 'public, max-age=60',
): EmptyResponse {
  const body = Buffer.from(content);
  const head = [...commonHeaders, ...corsForAll, 'cache-control', cache, 'content-type', mediaTypes[format]];
  head.push('content-security-policy', "default-src 'none'", 'content-length', String(body.length));
  return { status, head, body };
}
