/**
 * The public addresses of an embed: `/e/<code>` with an ending for each form, and the same with a content hash for
 * ever. Plain handlers over prepared buffers: the answer depends on the address, the accepted encodings, the ETag and,
 * where an owner named the sites, the origin; no cookie is read or set. What is counted of a view is said in visits.ts.
 */
import { renderLoader } from '@kindling/guest/embed/render/script';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { hashedCache, plainCache, sendAway, sendMissing, sendPreflight, sendVariant } from './answers.ts';
import type { EmbedsDeps } from './deps.ts';
import { compressed, type Form, type Published, type ReadyForm, readyForms } from './forms.ts';
import { mountOembed } from './oembed.ts';
import type { EmbedStore } from './store.ts';

type OneFile = { Params: { file: string } };
type HashedFile = { Params: { hash: string; file: string } };

export type PublicDeps = Pick<EmbedsDeps, 'store' | 'visits' | 'publicUrl' | 'brand' | 'loaderScript'>;

const config = { access: 'public' as const };
/** Forms that stand on a page: what else is asked for is no view. */
const counted: ReadonlySet<Form> = new Set(['script', 'document', 'fragment']);

export function mountEmbedRoutes(app: FastifyInstance, deps: PublicDeps): void {
  const { store, visits } = deps;
  mountLoader(app, deps);
  mountOembed(app, deps);
  app.get<OneFile>('/e/:file', { config }, (request, reply) => {
    const { code, form } = addressed(request.params.file);
    return view(store, reply, code, form, (published) => {
      if (published !== null && counted.has(form)) visits.view(code, request);
      return send(request, reply, published, form, plainCache);
    });
  });
  app.get<HashedFile>('/e/:hash/:file', { config }, (request, reply) => {
    const { code, form } = addressed(request.params.file);
    return view(store, reply, code, form, (published) => {
      // Another version under this hash must never be cached for ever.
      const cache = published?.hash === request.params.hash ? hashedCache : plainCache;
      if (published !== null && counted.has(form)) visits.view(code, request);
      return send(request, reply, published, form, cache);
    });
  });
  for (const path of ['/e/:file', '/e/:hash/:file'])
    app.options<OneFile>(path, { config }, (request, reply) => {
      const { code, form } = addressed(request.params.file);
      return view(store, reply, code, form, (published) => {
        sendPreflight(request, reply, published?.sites ?? null);
        return undefined;
      });
    });
}

/** The script that pages with several embeds share; one for all, so its hash is that of its text. */
function mountLoader(app: FastifyInstance, { publicUrl, loaderScript }: PublicDeps): void {
  const made = compressed('script', renderLoader(`${publicUrl}/e/`, loaderScript));
  app.get('/e/loader.js', { config }, async (request, reply) => {
    sendVariant(request, reply, await made, { cache: plainCache, sites: null });
  });
  app.get<{ Params: { hash: string } }>('/e/:hash/loader.js', { config }, async (request, reply) => {
    const variant = await made;
    const cache = request.params.hash === variant.etag ? hashedCache : plainCache;
    sendVariant(request, reply, variant, { cache, sites: null });
  });
}

type Answering = Promise<void> | undefined;

/** What is in memory is answered at once; only a first view waits. */
function view(
  store: EmbedStore,
  reply: FastifyReply,
  code: string,
  form: Form,
  answer: (published: Published | null) => Answering,
): Answering {
  const known = store.peek(code);
  if (known !== undefined) return answer(known);
  return store.get(code).then(answer, (error) => {
    if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    sendAway(reply, form);
  });
}

/** Ends after the code, with the form that each stands for; without any it is the page. */
const endings: Readonly<Record<string, Form>> = {
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
function addressed(file: string): { code: string; form: Form } {
  const [code = ''] = /^[^.@]*/.exec(file) ?? [];
  const ending = file.slice(code.length);
  const form = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  return form === undefined ? { code: '', form: 'document' } : { code, form };
}

function isReady(form: Form): form is ReadyForm {
  return readyForms.some((one) => one === form);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  published: Published | null,
  form: Form,
  cache: string,
): Answering {
  if (published === null) {
    sendMissing(reply, form);
    return undefined;
  }
  const { sites } = published;
  if (isReady(form)) {
    sendVariant(request, reply, published[form], { cache, sites });
    return undefined;
  }
  return published.late(form).then((variant) => {
    if (variant === null) sendMissing(reply, form);
    else sendVariant(request, reply, variant, { cache, sites });
  });
}
