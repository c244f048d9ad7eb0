/**
 * The public addresses of an embed: `/e/<code>` with an ending for each format, and the same with a content hash, which
 * may be cached forever. Plain handlers over prepared buffers: a response depends on the address, the accepted encodings,
 * the ETag and, if the owner named sites, the origin. No cookie is read or set. The slice embed-traffic counts views.
 */
import { renderLoader } from '@kindling/guest/embed/render/script';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import type { EmbedServingDeps } from './deps.ts';
import { mountEventRoute } from './event-routes.ts';
import {
  compressText,
  type EmbedFormat,
  type PrerenderedFormat,
  type PublishedEmbed,
  prerenderedFormats,
} from './formats.ts';
import { mountOembed } from './oembed.ts';
import {
  immutableCache,
  revalidatedCache,
  sendNotFound,
  sendPreflight,
  sendRepresentation,
  sendUnavailable,
  versionCache,
} from './send-response.ts';
import type { EmbedStore } from './store.ts';

type PlainFile = { Params: { file: string } };
type HashedFile = { Params: { hash: string; file: string } };

const config = { access: 'public' as const };
/** Only formats that stand on a page count as a view. */
const countedFormats: ReadonlySet<EmbedFormat> = new Set(['script', 'document', 'fragment']);

export function mountEmbedRoutes(app: FastifyInstance, deps: EmbedServingDeps): void {
  const { store, visits } = deps;
  mountLoader(app, deps);
  mountOembed(app, deps);
  mountEventRoute(app, deps);
  app.get<PlainFile>('/e/:file', { config }, (request, reply) => {
    const { code, format } = parseFile(request.params.file);
    return serve(store, reply, code, format, (published) => {
      if (published !== null && countedFormats.has(format)) visits.recordView(code, request);
      return send(request, reply, published, format, revalidatedCache);
    });
  });
  app.get<HashedFile>('/e/:hash/:file', { config }, (request, reply) => {
    const { code, format } = parseFile(request.params.file);
    return serve(store, reply, code, format, (published) => {
      // Another version under this hash must not be cached.
      const cache = published?.hash === request.params.hash ? versionCache : revalidatedCache;
      if (published !== null && countedFormats.has(format)) visits.recordView(code, request);
      return send(request, reply, published, format, cache);
    });
  });
  for (const path of ['/e/:file', '/e/:hash/:file'])
    app.options<PlainFile>(path, { config }, (request, reply) => {
      const { code, format } = parseFile(request.params.file);
      return serve(store, reply, code, format, (published) => {
        sendPreflight(request, reply, published?.sites ?? null);
        return undefined;
      });
    });
}

/** The script that pages with several embeds share. It is the same for all, so its hash is that of its text. */
function mountLoader(app: FastifyInstance, { publicUrl, loaderScript }: EmbedServingDeps): void {
  const rendered = compressText('script', renderLoader(`${publicUrl}/e/`, loaderScript));
  app.get('/e/loader.js', { config }, async (request, reply) => {
    sendRepresentation(request, reply, await rendered, { cache: revalidatedCache, sites: null });
  });
  app.get<{ Params: { hash: string } }>('/e/:hash/loader.js', { config }, async (request, reply) => {
    const loader = await rendered;
    const cache = request.params.hash === loader.etag ? immutableCache : revalidatedCache;
    sendRepresentation(request, reply, loader, { cache, sites: null });
  });
}

/** Undefined if the response was sent synchronously. */
type PendingResponse = Promise<void> | undefined;

/** Responds synchronously if the embed is in memory. */
function serve(
  store: EmbedStore,
  reply: FastifyReply,
  code: string,
  format: EmbedFormat,
  respond: (published: PublishedEmbed | null) => PendingResponse,
): PendingResponse {
  const cached = store.peek(code);
  if (cached !== undefined) return respond(cached);
  return store.get(code).then(respond, (error) => {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    sendUnavailable(reply, format);
  });
}

/** The ending after the code names the format; without an ending it is the page. */
const formatsByEnding: Readonly<Record<string, EmbedFormat>> = {
  '': 'document',
  '.js': 'script',
  '.json': 'json',
  '.html': 'fragment',
  '.jsonld': 'schema',
  '.svg': 'svg',
  '.png': 'png',
  '@2x.png': 'png2x',
};

/** An unknown ending yields an empty code, which no embed has. */
function parseFile(file: string): { code: string; format: EmbedFormat } {
  const [code = ''] = /^[^.@]*/.exec(file) ?? [];
  const ending = file.slice(code.length);
  const format = Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
  return format === undefined ? { code: '', format: 'document' } : { code, format };
}

function isPrerendered(format: EmbedFormat): format is PrerenderedFormat {
  return prerenderedFormats.some((one) => one === format);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  published: PublishedEmbed | null,
  format: EmbedFormat,
  cache: string,
): PendingResponse {
  if (published === null) {
    sendNotFound(reply, format);
    return undefined;
  }
  const { sites } = published;
  if (isPrerendered(format)) {
    sendRepresentation(request, reply, published[format], { cache, sites });
    return undefined;
  }
  return published.renderOnDemand(format).then((representation) => {
    if (representation === null) sendNotFound(reply, format);
    else sendRepresentation(request, reply, representation, { cache, sites });
  });
}
