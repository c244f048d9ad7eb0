/**
 * Serves what the web build made: the prerendered public pages, the app's one document for every app path, and
 * their files. Hashed files never change and are cached for ever; documents are asked for again each time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface StaticPagesOptions {
  /** Folder of the web build. */
  folder: string;
  /** Origin of the identity service: the app calls it and frames it for silent renewal. */
  identityOrigin: string;
  /** Paths that the app's router serves, without query; a trailing `*` matches what follows. */
  appPaths: readonly string[];
}

export async function serveStaticPages(app: FastifyInstance, options: StaticPagesOptions): Promise<void> {
  const { folder, identityOrigin } = options;
  const appDocument = readIfThere(join(folder, 'app.html'));
  const headers = appHeaders(identityOrigin);
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    decorateReply: true,
  });
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) =>
    reply.sendFile(request.url.slice(1).split('?')[0] ?? '', folder, { maxAge: '1y', immutable: true }),
  );
  for (const name of ['prefs.js', 'favicon.svg', 'robots.txt'])
    app.get(`/${name}`, { config: { access: 'public' } }, (_request, reply) =>
      reply.sendFile(name, folder, { maxAge: '1h' }),
    );
  app.get<{ Params: { '*': string } }>('/site/*', { config: { access: 'public' } }, (request, reply) =>
    reply.sendFile(`site/${request.params['*']}`, folder, { maxAge: '1h' }),
  );
  app.get<{ Params: { '*': string } }>('/locales/*', { config: { access: 'public' } }, (request, reply) =>
    reply.sendFile(`locales/${request.params['*']}`, folder, { maxAge: '5m' }),
  );
  const landing = readIfThere(join(folder, 'site', 'index.html'));
  app.get('/', { config: { access: 'public' } }, (_request, reply) => document(reply, landing, siteHeaders));
  for (const path of options.appPaths)
    app.get(path, { config: { access: 'public' } }, (_request, reply) =>
      document(reply, appDocument, headers),
    );
}

/** The prerendered error page of the web build, or a plain sentence where the build is missing. */
export function errorPages(folder: string): (status: 404 | 500) => string {
  const pages = {
    404: readIfThere(join(folder, 'site', '404.html')),
    500: readIfThere(join(folder, 'site', '500.html')),
  };
  return (status) => pages[status] ?? `<!doctype html><title>${status}</title><h1>${status}</h1>`;
}

const siteHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
};

function appHeaders(identityOrigin: string): Record<string, string> {
  return {
    // 'unsafe-inline' for styles alone: the component library sets style attributes for measured positions.
    'content-security-policy': `default-src 'none'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${identityOrigin}; frame-src 'self' ${identityOrigin}; frame-ancestors 'self'; base-uri 'none'; form-action 'self'; object-src 'none'`,
    // The re-login popup reports back to its opener, so openers must stay reachable.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function document(reply: FastifyReply, html: string | null, headers: Record<string, string>) {
  if (html === null) return reply.callNotFound();
  return reply
    .type('text/html; charset=utf-8')
    .headers(headers)
    .header('cache-control', 'no-cache')
    .send(html);
}
