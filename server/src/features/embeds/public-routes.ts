/**
 * The public addresses of an embed: `/e/<code>.js`, `/e/<code>` and `/e/<code>.json`, and the same with a content
 * hash for ever. Plain handlers over prepared buffers: the answer depends on the address, the accepted encodings and the
 * ETag; no cookie is read or set. What is counted of a view is said in visits.ts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { acceptedCodings, matchesEtag } from '../../lib/http-fields.ts';
import type { EmbedStore, Published, Variant } from './store.ts';
import type { VisitLog } from './visits.ts';

type Form = 'script' | 'document' | 'json';

/** Minutes for the plain address; pages see a change within them, and caches may bridge our absence for a week. */
const plainCache = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800';
const hashedCache = 'public, max-age=31536000, immutable';

/** A page that still carries the code of a deleted widget must not log an error or show a hole. */
const emptyScript = '/* This widget does not exist. */';

export function mountEmbedRoutes(app: FastifyInstance, store: EmbedStore, visits: VisitLog): void {
  const config = { access: 'public' as const };
  app.get<{ Params: { file: string } }>('/e/:file', { config }, (request, reply) => {
    const { code, form } = addressed(request.params.file);
    return view(store, reply, code, form, (published) => {
      send(request, reply, published, form, plainCache);
      if (published !== null && form !== 'json') visits.view(code, request);
    });
  });
  app.get<{ Params: { hash: string; file: string } }>('/e/:hash/:file', { config }, (request, reply) => {
    const { code, form } = addressed(request.params.file);
    return view(store, reply, code, form, (published) => {
      // Another version under this hash must never be cached for ever.
      const cache = published?.hash === request.params.hash ? hashedCache : plainCache;
      send(request, reply, published, form, cache);
      if (published !== null && form !== 'json') visits.view(code, request);
    });
  });
}

/** What is in memory is answered at once; only a first view waits. */
function view(
  store: EmbedStore,
  reply: FastifyReply,
  code: string,
  form: Form,
  answer: (published: Published | null) => void,
): Promise<void> | undefined {
  const known = store.peek(code);
  if (known === undefined)
    return store.get(code).then(answer, (error) => {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      sendWithout(reply, away[form]);
    });
  answer(known);
  return undefined;
}

function addressed(file: string): { code: string; form: Form } {
  const [code = '', ending] = file.split('.');
  if (ending === 'js') return { code, form: 'script' };
  if (ending === 'json') return { code, form: 'json' };
  return { code: ending === undefined ? code : '', form: 'document' };
}

/**
 * Answers past the framework's reply: everything is prepared, and putting headers together for each view would be
 * most of what a view costs.
 */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  published: Published | null,
  form: Form,
  cache: string,
): void {
  if (published === null) {
    sendWithout(reply, missing[form]);
    return;
  }
  reply.hijack();
  const variant = published[form];
  if (matchesEtag(request.headers['if-none-match'], variant.etag)) {
    reply.raw.writeHead(304, headOf(variant, cache, null)).end();
    return;
  }
  const coding = chooseCoding(request.headers['accept-encoding']);
  reply.raw.writeHead(200, headOf(variant, cache, coding)).end(variant[coding]);
}

type Coding = 'brotli' | 'gzip' | 'body';
const codingNames = { brotli: 'br', gzip: 'gzip', body: null } as const;

const commonHeaders = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'strict-origin-when-cross-origin',
  'cross-origin-resource-policy',
  'cross-origin',
  'access-control-allow-origin',
  '*',
];

const missing = {
  script: absent(200, 'text/javascript; charset=utf-8', emptyScript),
  json: absent(404, 'application/json; charset=utf-8', '{"code":"not-found"}'),
  document: absent(404, 'text/html; charset=utf-8', '<!doctype html><meta charset="utf-8"><title></title>'),
} as const;

/** While nobody can say what a code shows. An error, so that caches go on with the copy that they have. */
const away = {
  script: absent(503, 'text/javascript; charset=utf-8', '', 'no-store'),
  json: absent(503, 'application/json; charset=utf-8', '{"code":"unavailable"}', 'no-store'),
  document: absent(
    503,
    'text/html; charset=utf-8',
    '<!doctype html><meta charset="utf-8"><title></title>',
    'no-store',
  ),
} as const;

function sendWithout(reply: FastifyReply, { status, headers, body }: ReturnType<typeof absent>): void {
  reply.hijack();
  reply.raw.writeHead(status, headers).end(body);
}

function absent(status: number, type: string, text: string, cache = 'public, max-age=60') {
  const body = Buffer.from(text);
  const headers = [...commonHeaders, 'cache-control', cache, 'content-type', type];
  headers.push('content-security-policy', "default-src 'none'", 'content-length', String(body.length));
  return { status, headers, body };
}

/** Heads that were put together before, by what they are for; they go with their variant. */
const heads = new WeakMap<Variant, Map<string, string[]>>();

/** Names and values in turn, as Node takes them fastest. `coding` null is an answer without a body. */
function headOf(variant: Variant, cache: string, coding: Coding | null): string[] {
  const made = heads.get(variant) ?? new Map<string, string[]>();
  heads.set(variant, made);
  const key = `${coding} ${cache}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const head = [
    ...commonHeaders,
    'cache-control',
    cache,
    'vary',
    'accept-encoding',
    'etag',
    `"${variant.etag}"`,
  ];
  if (variant.policy !== undefined) head.push('content-security-policy', variant.policy);
  if (coding !== null) {
    head.push('content-type', variant.type, 'content-length', String(variant[coding].length));
    const name = codingNames[coding];
    if (name !== null) head.push('content-encoding', name);
  }
  made.set(key, head);
  return head;
}

function chooseCoding(header: string | string[] | undefined): Coding {
  const accepted = acceptedCodings(String(header ?? ''));
  if (accepted.has('br')) return 'brotli';
  return accepted.has('gzip') ? 'gzip' : 'body';
}
