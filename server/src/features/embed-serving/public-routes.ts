/**
 * The public addresses of an embed: `/e/<code>` with an ending for each format, and the same with a content hash, which
 * may be cached forever. Plain handlers over prepared buffers: a response depends on the address, the accepted encodings,
 * the ETag and, if the owner named sites, the origin. No cookie is read or set. The slice embed-traffic counts views.
 */
import { type Language, languages } from '@kindling/contract/constants';
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
    const file = parseFile(request.params.file);
    return serve(store, reply, file, (published) => {
      if (published !== null && countsAsView(file)) visits.recordView(file.code, request);
      return send(request, reply, published, file.format, revalidatedCache);
    });
  });
  app.get<HashedFile>('/e/:hash/:file', { config }, (request, reply) => {
    const file = parseFile(request.params.file);
    return serve(store, reply, file, (published) => {
      // Another version under this hash must not be cached.
      const cache = published?.hash === request.params.hash ? versionCache : revalidatedCache;
      if (published !== null && countsAsView(file)) visits.recordView(file.code, request);
      return send(request, reply, published, file.format, cache);
    });
  });
  for (const path of ['/e/:file', '/e/:hash/:file'])
    app.options<PlainFile>(path, { config }, (request, reply) => {
      const file = parseFile(request.params.file);
      return serve(store, reply, file, (published) => {
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
  { code, language, format }: EmbedFile,
  respond: (published: PublishedEmbed | null) => PendingResponse,
): PendingResponse {
  const cached = store.peek(code);
  if (cached !== undefined && language === null) return respond(cached);
  return load(store, code, language).then(respond, (error) => {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    sendUnavailable(reply, format);
  });
}

async function load(store: EmbedStore, code: string, language: Language | null) {
  const published = await store.get(code);
  return published === null || language === null ? published : store.inLanguage(published, language);
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

interface EmbedFile {
  code: string;
  /** The language of the page that asks, as in `<code>.de.js`; null for the embed's own. */
  language: Language | null;
  format: EmbedFormat;
}

/** An unknown ending yields an empty code, which no embed has. */
function parseFile(file: string): EmbedFile {
  const [code = ''] = /^[^.@]*/.exec(file) ?? [];
  const language = languages.find((one) => one === languageEnding(file, code)) ?? null;
  const ending = file.slice(code.length + (language === null ? 0 : language.length + 1));
  const format = Object.hasOwn(formatsByEnding, ending) ? formatsByEnding[ending] : undefined;
  return format === undefined ? { code: '', language: null, format: 'document' } : { code, language, format };
}

/** What may be a language: the two letters behind the code, with nothing or another ending after them. */
function languageEnding(file: string, code: string): string | undefined {
  return /^\.([a-z]{2})(?=[.@]|$)/.exec(file.slice(code.length))?.[1];
}

/** The script of a page's language is loaded by the embed's own, which was counted. */
function countsAsView({ language, format }: EmbedFile): boolean {
  return countedFormats.has(format) && !(language !== null && format === 'script');
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
