/**
 * The public addresses of an embed: `/e/<code>.js`, `/e/<code>` and `/e/<code>.json`, and the same with a content
 * hash for ever. Plain handlers over prepared buffers: nothing is read from the request but the address, the accepted
 * encodings and the ETag; no cookie is read or set.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmbedStore, Published, Variant } from './store.ts';

type Form = 'script' | 'document' | 'json';

/** Minutes for the plain address; pages see a change within them, and caches may bridge our absence for a week. */
const plainCache = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
const hashedCache = 'public, max-age=31536000, immutable';

/** A page that still carries the code of a deleted widget must not log an error or show a hole. */
const emptyScript = '/* This widget does not exist. */';

export function mountEmbedRoutes(app: FastifyInstance, store: EmbedStore): void {
  const config = { access: 'public' as const };
  app.get<{ Params: { file: string } }>('/e/:file', { config }, async (request, reply) => {
    const { code, form } = addressed(request.params.file);
    return send(request, reply, await store.get(code), form, plainCache);
  });
  app.get<{ Params: { hash: string; file: string } }>(
    '/e/:hash/:file',
    { config },
    async (request, reply) => {
      const { code, form } = addressed(request.params.file);
      const published = await store.get(code);
      // Another version under this hash must never be cached for ever.
      const cache = published?.hash === request.params.hash ? hashedCache : plainCache;
      return send(request, reply, published, form, cache);
    },
  );
}

function addressed(file: string): { code: string; form: Form } {
  const [code = '', ending] = file.split('.');
  if (ending === 'js') return { code, form: 'script' };
  if (ending === 'json') return { code, form: 'json' };
  return { code: ending === undefined ? code : '', form: 'document' };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  published: Published | null,
  form: Form,
  cache: string,
) {
  reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*');
  if (published === null) return sendMissing(reply, form);
  const variant = published[form];
  reply.header('cache-control', cache).header('vary', 'accept-encoding').header('etag', `"${variant.etag}"`);
  if (variant.policy !== undefined) reply.header('content-security-policy', variant.policy);
  if (matches(request.headers['if-none-match'], variant.etag)) return reply.status(304).send();
  return sendEncoded(request, reply.header('content-type', variant.type), variant);
}

function sendMissing(reply: FastifyReply, form: Form) {
  reply.status(form === 'script' ? 200 : 404).header('cache-control', 'public, max-age=60');
  if (form === 'script') return reply.type('text/javascript; charset=utf-8').send(emptyScript);
  if (form === 'json') return reply.send({ code: 'not-found' });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'")
    .send('<!doctype html><meta charset="utf-8"><title></title>');
}

function sendEncoded(request: FastifyRequest, reply: FastifyReply, variant: Variant) {
  const accepted = acceptedCodings(String(request.headers['accept-encoding'] ?? ''));
  if (accepted.has('br')) return reply.header('content-encoding', 'br').send(variant.brotli);
  if (accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(variant.gzip);
  return reply.send(variant.body);
}

/** Codings that the header names and does not forbid with a weight of zero (RFC 9110 section 12.5.3). */
function acceptedCodings(header: string): Set<string> {
  const codings = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(codings);
}

/** Weak and strong forms, lists and `*`, as RFC 9110 section 13.1.2 compares them for a GET. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === `"${etag}"`)
  );
}
