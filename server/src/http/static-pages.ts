/**
 * Serves the files of the web build: the prerendered public pages, the app's document for every app path, and their
 * assets. Files with a hash in their name are cached forever; documents are revalidated each time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fallbackLanguage } from '@kindling/contract/constants';
import { tourPath } from '@kindling/contract/site-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../lib/log.ts';
import { allowHelpDesk } from './help-desk-policy.ts';
import { type CompressedDocument, compressDocument, type SiteDocuments } from './site/documents.ts';
import { serveOpenGraphImages } from './site/open-graph.tsx';
import { fillPage } from './site/placeholders.ts';
import { serveSite } from './site/routes.ts';
import { sendCompressed } from './site/send.ts';
import { siteHeaders } from './site/site-headers.ts';
import type { LivePage } from './site/status-page.ts';

export interface StaticPagesOptions {
  /** Folder of the web build. */
  folder: string;
  /** The public pages of that build. */
  documents: SiteDocuments;
  publicUrl: string;
  /** Origin of the sign-in service: the app calls it, and frames it to renew tokens silently. */
  identityOrigin: string;
  /** The app's client id there; its library uses it in the name of a cookie. */
  clientId: string;
  /** Address of the help desk whose chat the pages may open; null without one. */
  helpDeskUrl: string | null;
  /** Paths that the app's router serves, in the server's own notation. */
  appPaths: readonly string[];
  /** Pages that are filled in while the program runs, by their path. */
  live: ReadonlyMap<string, LivePage>;
  log: Log;
}

export async function serveStaticPages(app: FastifyInstance, options: StaticPagesOptions): Promise<void> {
  const { folder, documents, publicUrl, appPaths, log } = options;
  await serveFiles(app, folder);
  serveOpenGraphImages(app, { documents, publicUrl, folder, log });
  const sendApp = createAppHandler(options);
  const pages = new Set(documents.pages.map(({ path }) => path));
  const config = { access: 'public' as const };
  for (const path of appPaths.filter((one) => !pages.has(one))) {
    app.get(path, { config }, sendApp);
    app.get(`${path}/`, { config }, (request, reply) => reply.redirect(canonicalPath(path, request), 308));
  }
  serveSite(app, {
    documents,
    publicUrl,
    appPaths,
    live: options.live,
    headers: siteHeaders(documents.style, options.helpDeskUrl),
    headersOf: new Map(
      documents.pages.map(({ path, styles }) => [
        path,
        path === tourPath ? tourHeaders : siteHeaders(documents.style, options.helpDeskUrl, styles),
      ]),
    ),
    shared: {
      paths: appPaths.filter((path) => pages.has(path)),
      signedInCookie: `auth0.${options.clientId}.is.authenticated`,
      sendApp,
    },
  });
}

/** The address of an app path without a trailing slash. Built from our own path, so it cannot lead elsewhere. */
function canonicalPath(path: string, { url, params }: FastifyRequest): string {
  const given = new Map(Object.entries(params ?? {}));
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return path.replace(/:(\w+)/g, (_whole, name) => encodeURIComponent(String(given.get(name)))) + query;
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const config = { access: 'public' as const };
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // The build writes a .br and a .gz beside each text file.
    preCompressed: true,
  });
  app.get('/assets/*', { config }, (request, reply) =>
    reply.sendFile(request.url.slice(1).split('?')[0] ?? '', folder, { maxAge: '1y', immutable: true }),
  );
  // Their names hold no hash, so they are cached for an hour only; every page waits for the script.
  const types = { 'prefs.js': 'text/javascript; charset=utf-8', 'favicon.svg': 'image/svg+xml' };
  for (const [name, type] of Object.entries(types)) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    const prepared = compressDocument(readFileSync(file));
    app.get(`/${name}`, { config }, async (request, reply) =>
      sendCompressed(request, reply, await prepared, { type, cacheControl: 'public, max-age=3600' }),
    );
  }
  app.get<{ Params: { '*': string } }>('/locales/*', { config }, (request, reply) =>
    reply.sendFile(`locales/${request.params['*']}`, folder, { maxAge: '5m' }),
  );
}

/** Returns a handler that sends the app's document. */
function createAppHandler({ folder, documents, identityOrigin, helpDeskUrl }: StaticPagesOptions) {
  const file = join(folder, 'app.html');
  const document: Promise<CompressedDocument> | null = existsSync(file)
    ? compressDocument(
        Buffer.from(
          fillPage(readFileSync(file, 'utf8'), documents.placeholders(fallbackLanguage), documents.style),
        ),
      )
    : null;
  const headers = appHeaders(identityOrigin, helpDeskUrl);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (document === null) return reply.callNotFound();
    return sendCompressed(request, reply, await document, {
      type: 'text/html; charset=utf-8',
      // `/reviews` is a public page for visitors, so shared caches must not store it; one value suits all paths.
      cacheControl: 'private, no-cache',
      vary: ['Cookie'],
      headers,
    });
  };
}

/** @param others origins beside our own that the app may call and frame */
function appPolicy(others: string): string {
  // 'unsafe-inline' only for styles: the component library sets style attributes for measured positions.
  return `default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'${others}; frame-src 'self'${others}; frame-ancestors 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default kindling-preview`;
}

/** Of the tour, which runs the app without sign-in service and help desk. */
const tourHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': appPolicy(''),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

function appHeaders(identityOrigin: string, helpDeskUrl: string | null): Record<string, string> {
  return {
    'content-security-policy': allowHelpDesk(appPolicy(` ${identityOrigin}`), helpDeskUrl),
    // The sign-in popup reports to its opener, so the opener must stay reachable.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    // Search engines must not index screens behind the sign-in.
    'x-robots-tag': 'noindex',
  };
}
