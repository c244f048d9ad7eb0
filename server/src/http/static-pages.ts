/**
 * Serves what the web build made: the prerendered public pages, the app's one document for every app path, and
 * their files. Hashed files never change and are cached for ever; documents are asked for again each time.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { brandCss } from '@kindling/design/css';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../lib/escape-html.ts';
import { allowHelpDesk } from './help-desk-policy.ts';

export interface StaticPagesOptions {
  /** Folder of the web build. */
  folder: string;
  /** Origin of the identity service: the app calls it and frames it for silent renewal. */
  identityOrigin: string;
  /** Address of the help desk whose chat the pages may open; null without one. */
  helpDeskUrl?: string | null;
  /** Paths that the app's router serves, in the server's own notation. */
  appPaths: readonly string[];
  brand: PageBrand;
}

/** What an installation calls itself; put into the built documents when they are read. */
export interface PageBrand {
  name: string;
  tagline: string;
  /** `#rrggbb`. */
  primaryColor: string;
}

export async function serveStaticPages(app: FastifyInstance, options: StaticPagesOptions): Promise<void> {
  const { folder, identityOrigin, brand, helpDeskUrl = null } = options;
  const appDocument = readPage(folder, 'app.html', brand);
  const headers = withHelpDesk(appHeaders(identityOrigin), helpDeskUrl);
  const pageHeaders = withHelpDesk(siteHeaders(brandCss(brand.primaryColor)), helpDeskUrl);
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // The build lays a .br and a .gz beside each text file.
    preCompressed: true,
  });
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) =>
    reply.sendFile(request.url.slice(1).split('?')[0] ?? '', folder, { maxAge: '1y', immutable: true }),
  );
  for (const name of ['prefs.js', 'favicon.svg', 'robots.txt'])
    app.get(`/${name}`, { config: { access: 'public' } }, (_request, reply) =>
      reply.sendFile(name, folder, { maxAge: '1h' }),
    );
  app.get<{ Params: { '*': string } }>('/locales/*', { config: { access: 'public' } }, (request, reply) =>
    reply.sendFile(`locales/${request.params['*']}`, folder, { maxAge: '5m' }),
  );
  const landing = readPage(folder, 'site/index.html', brand);
  app.get('/', { config: { access: 'public' } }, (_request, reply) => document(reply, landing, pageHeaders));
  for (const path of options.appPaths)
    app.get(path, { config: { access: 'public' } }, (_request, reply) =>
      document(reply, appDocument, headers),
    );
}

/** The prerendered error page of the web build, or a plain sentence where the build is missing. */
export function errorPages(folder: string, brand: PageBrand): (status: 404 | 500) => string {
  const pages = {
    404: readPage(folder, 'site/404.html', brand),
    500: readPage(folder, 'site/500.html', brand),
  };
  return (status) => pages[status] ?? `<!doctype html><title>${status}</title><h1>${status}</h1>`;
}

/** @param style the one inline style of the pages: the tokens of the operator's colour. */
function siteHeaders(style: string): Record<string, string> {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'`,
  };
}

function withHelpDesk(headers: Record<string, string>, url: string | null): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  return { ...headers, 'content-security-policy': allowHelpDesk(policy, url) };
}

function appHeaders(identityOrigin: string): Record<string, string> {
  return {
    // 'unsafe-inline' for styles alone: the component library sets style attributes for measured positions.
    'content-security-policy': `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${identityOrigin}; frame-src 'self' ${identityOrigin}; frame-ancestors 'self'; base-uri 'none'; form-action 'self'; object-src 'none'`,
    // The re-login popup reports back to its opener, so openers must stay reachable.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

function readPage(folder: string, name: string, brand: PageBrand): string | null {
  const file = join(folder, name);
  if (!existsSync(file)) return null;
  const marks: Record<string, string> = {
    'brand.name': brand.name,
    'brand.tagline': brand.tagline,
    year: String(new Date().getFullYear()),
  };
  return readFileSync(file, 'utf8')
    .replace(/\[\[([a-z.]+)\]\]/g, (whole, mark) => escapeHtml(marks[mark] ?? whole))
    .replace(/<style data-brand(?:="[^"]*")?><\/style>/, `<style>${brandCss(brand.primaryColor)}</style>`);
}

function document(reply: FastifyReply, html: string | null, headers: Record<string, string>) {
  if (html === null) return reply.callNotFound();
  return reply
    .type('text/html; charset=utf-8')
    .headers(headers)
    .header('cache-control', 'no-cache')
    .send(html);
}
