/**
 * The public addresses of an embed: `/e/<code>` with an ending for each form, and the same with a content hash for
 * ever. Plain handlers over prepared buffers: the answer depends on the address, the accepted encodings, the ETag and,
 * where an owner named the sites, the origin; no cookie is read or set. What is counted of a view is said in visits.ts.
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
} from './send-response.ts';
import type { EmbedStore } from './store.ts';

type OneFile = { Params: { file: string } };
type HashedFile = { Params: { hash: string; file: string } };

const config = { access: 'public' as const };
/** Forms that stand on a page: what else is asked for is no view. */
const countedFormats: ReadonlySet<EmbedFormat> = new Set(['script', 'document', 'fragment']);

export function mountEmbedRoutes(app: FastifyInstance, deps: EmbedServingDeps): void {
  const { store, visits } = deps;
  mountLoader(app, deps);
  mountOembed(app, deps);
  mountEventRoute(app, deps);
  app.get<OneFile>('/e/:file', { config }, (request, reply) => {
    const { code, form } = parseFile(request.params.file);
    return serve(store, reply, code, form, (published) => {
      if (published !== null && countedFormats.has(form)) visits.recordView(code, request);
      return send(request, reply, published, form, revalidatedCache);
    });
  });
  app.get<HashedFile>('/e/:hash/:file', { config }, (request, reply) => {
    const { code, form } = parseFile(request.params.file);
    return serve(store, reply, code, form, (published) => {
      // Another version under this hash must never be cached for ever.
      const cache = published?.hash === request.params.hash ? immutableCache : revalidatedCache;
      if (published !== null && countedFormats.has(form)) visits.recordView(code, request);
      return send(request, reply, published, form, cache);
    });
  });
  for (const path of ['/e/:file', '/e/:hash/:file'])
    app.options<OneFile>(path, { config }, (request, reply) => {
      const { code, form } = parseFile(request.params.file);
      return serve(store, reply, code, form, (published) => {
        sendPreflight(request, reply, published?.sites ?? null);
        return undefined;
      });
    });
}

/** The script that pages with several embeds share; one for all, so its hash is that of its text. */
function mountLoader(app: FastifyInstance, { publicUrl, loaderScript }: EmbedServingDeps): void {
  const made = compressText('script', renderLoader(`${publicUrl}/e/`, loaderScript));
  app.get('/e/loader.js', { config }, async (request, reply) => {
    sendRepresentation(request, reply, await made, { cache: revalidatedCache, sites: null });
  });
  app.get<{ Params: { hash: string } }>('/e/:hash/loader.js', { config }, async (request, reply) => {
    const variant = await made;
    const cache = request.params.hash === variant.etag ? immutableCache : revalidatedCache;
    sendRepresentation(request, reply, variant, { cache, sites: null });
  });
}

type PendingResponse = Promise<void> | undefined;

/** What is in memory is answered at once; only a first view waits. */
function serve(
  store: EmbedStore,
  reply: FastifyReply,
  code: string,
  form: EmbedFormat,
  answer: (published: PublishedEmbed | null) => PendingResponse,
): PendingResponse {
  const known = store.peek(code);
  if (known !== undefined) return answer(known);
  return store.get(code).then(answer, (error) => {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    sendUnavailable(reply, form);
  });
}

/** Ends after the code, with the form that each stands for; without any it is the page. */
const endings: Readonly<Record<string, EmbedFormat>> = {
  '': 'document',
  '.js': 'script',
  '.json': 'json',
  '.html': 'fragment',
  '.jsonld': 'schema',
  '.svg': 'svg',
  '.png': 'png',
  '@2x.png': 'png2x',
};

/** An ending that stands for nothing makes a code that nobody has. */
function parseFile(file: string): { code: string; form: EmbedFormat } {
  const [code = ''] = /^[^.@]*/.exec(file) ?? [];
  const ending = file.slice(code.length);
  const form = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  return form === undefined ? { code: '', form: 'document' } : { code, form };
}

function isPrerendered(form: EmbedFormat): form is PrerenderedFormat {
  return prerenderedFormats.some((one) => one === form);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  published: PublishedEmbed | null,
  form: EmbedFormat,
  cache: string,
): PendingResponse {
  if (published === null) {
    sendNotFound(reply, form);
    return undefined;
  }
  const { sites } = published;
  if (isPrerendered(form)) {
    sendRepresentation(request, reply, published[form], { cache, sites });
    return undefined;
  }
  return published.renderOnDemand(form).then((variant) => {
    if (variant === null) sendNotFound(reply, form);
    else sendRepresentation(request, reply, variant, { cache, sites });
  });
}
