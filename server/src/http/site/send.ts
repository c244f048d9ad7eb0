/** Sends a compressed document. The only place that chooses encoding, ETag and 304. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, matchesEtag } from '../../lib/http-headers.ts';
import type { CompressedDocument } from './documents.ts';

export interface SendOptions {
  type: string;
  cacheControl: string;
  /** Request headers besides Accept-Encoding that the response depends on. */
  vary?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}

export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: CompressedDocument,
  { type, cacheControl, vary = [], headers = {} }: SendOptions,
) {
  const [coding, body] = chooseEncoding(request.headers['accept-encoding'], prepared);
  // Each encoding has its own ETag, because its bytes differ.
  const etag = coding === null ? prepared.etag : `${prepared.etag}-${coding}`;
  reply
    .headers(headers)
    .header('cache-control', cacheControl)
    .header('vary', ['Accept-Encoding', ...vary].join(', '))
    .header('etag', `"${etag}"`);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.type(type).send(body);
}

function chooseEncoding(
  header: string | string[] | undefined,
  prepared: CompressedDocument,
): ['br' | 'gzip' | null, Buffer] {
  const accepted = acceptedEncodings(String(header ?? ''));
  if (accepted.has('br')) return ['br', prepared.brotli];
  return accepted.has('gzip') ? ['gzip', prepared.gzip] : [null, prepared.body];
}
