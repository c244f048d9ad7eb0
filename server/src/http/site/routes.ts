/**
 * The public pages at their addresses: language, redirects, caching. This route handles every path that no other route
 * takes, and answers 404 when it is not a page.
 */
import { fallbackLanguage, type Language, languageCookieName } from '@kindling/contract/constants';
import { siteAddress, tourPath } from '@kindling/contract/site-address';
import { readCookie } from '@kindling/service/cookies';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressDocument, type SiteDocuments } from './documents.ts';
import {
  explicitLanguage,
  type LanguagePreferences,
  languageCookie,
  matchLanguage,
  negotiateLanguage,
} from './language.ts';
import { sendCompressed } from './send.ts';
import { explicitEnglishAddress, parseSiteAddress, queryWithoutLanguage } from './site-address.ts';
import { robotsTxt, sitemapXml } from './sitemap.ts';
import type { LivePage } from './status-page.ts';

export interface SiteRouteOptions {
  documents: SiteDocuments;
  publicUrl: string;
  appPaths: readonly string[];
  /** Of pages without an address. */
  headers: Readonly<Record<string, string>>;
  /** Of each page, by its path. */
  headersOf: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Pages that are filled in while the program runs, by their path. */
  live: ReadonlyMap<string, LivePage>;
  /** Paths that show the app to signed-in users and a public page to everybody else. */
  shared: {
    paths: readonly string[];
    /** Set by the sign-in library in the browser. It only selects the page and grants no access. */
    signedInCookie: string;
    sendApp(request: FastifyRequest, reply: FastifyReply): unknown;
  };
}

/** Request headers that an address without a language depends on. */
const negotiationHeaders = ['Accept-Language', 'Cookie'];
/** Cached, but revalidated each time: a new build or another language must show at once. */
const cacheControl = { own: 'no-cache', negotiated: 'private, no-cache' };
const html = 'text/html; charset=utf-8';
/** With this query a shared path shows its public page whatever the cookie says; the app redirects signed-out users to it. */
const visitorFlag = 'visitor';

export function serveSite(app: FastifyInstance, options: SiteRouteOptions): void {
  const { documents, publicUrl, appPaths } = options;
  const config = { access: 'public' as const };
  const paths = pathsOf(documents, appPaths);
  app.get('/*', { config }, (request, reply) => sendPage(options, paths, request, reply));
  const files = {
    '/sitemap.xml': ['application/xml; charset=utf-8', sitemapXml(publicUrl, documents.pages)],
    '/robots.txt': ['text/plain; charset=utf-8', robotsTxt(publicUrl, appPaths, documents.pages)],
  } as const;
  for (const [path, [type, text]] of Object.entries(files)) {
    const prepared = compressDocument(Buffer.from(text));
    app.get(path, { config }, async (request, reply) =>
      sendCompressed(request, reply, await prepared, { type, cacheControl: 'public, max-age=3600' }),
    );
  }
  for (const status of [404, 500] as const)
    app.get(`/auth/${status}`, { config }, (request, reply) =>
      reply
        // Anybody can request this page, so its status must not make a load balancer think that the server failed.
        .status(status === 404 ? 404 : 200)
        .headers(options.headers)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .type(html)
        .send(documents.error(status, requestLanguage(documents, request), request.id)),
    );
}

/** The addresses of the pages, and below that of the tour those of the app's screens, for which the tour is one document. */
function pathsOf({ pages }: SiteDocuments, appPaths: readonly string[]): Pick<ReadonlySet<string>, 'has'> {
  const known = new Set(pages.map(({ path }) => path));
  const screens = appPaths.map((path) => new RegExp(`^${tourPath}${path.replaceAll(/:\w+/g, '[\\w-]+')}$`));
  const isScreenOfTour = (path: string) => known.has(tourPath) && screens.some((screen) => screen.test(path));
  return { has: (path) => known.has(path) || isScreenOfTour(path) };
}

/** The page whose document is sent for a path. */
function documentPath(path: string): string {
  return path.startsWith(`${tourPath}/`) ? tourPath : path;
}

/** The language for a page without an address of its own: from the address, else negotiated. */
export function requestLanguage(documents: SiteDocuments, request: FastifyRequest): Language {
  const { pathname, query } = splitUrl(request.url);
  return (
    parseSiteAddress(pathname, new Set()).prefix ??
    negotiateLanguage(languagePreferences(documents, request, query))
  );
}

async function sendPage(
  options: SiteRouteOptions,
  paths: Pick<ReadonlySet<string>, 'has'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { pathname, query } = splitUrl(request.url);
  const { prefix, path, canonical: proper } = parseSiteAddress(pathname, paths);
  if (path === null) return reply.callNotFound();
  if (prefix === fallbackLanguage) return redirect(reply, 302, explicitEnglishAddress(path, query));
  // The query keeps `lng`: the language is chosen at the canonical address.
  if (!proper)
    return redirect(
      reply,
      308,
      siteAddress(path, prefix ?? fallbackLanguage) + (query === '' ? '' : `?${query}`),
    );
  const preferences = languagePreferences(options.documents, request, query);
  if (prefix !== null) {
    if (matchLanguage(preferences.query) === prefix) rememberChoice(options, reply, prefix);
    return sendDocument(options, request, reply, path, prefix);
  }
  return answerNegotiated(options, request, reply, { path, query, preferences });
}

interface Negotiation {
  path: string;
  query: string;
  preferences: LanguagePreferences;
}

/** Answers an address without a language: English is shown here, other languages are redirected to their address. */
async function answerNegotiated(
  options: SiteRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, query, preferences }: Negotiation,
) {
  const { shared } = options;
  reply.header('vary', negotiationHeaders.join(', '));
  const asked = explicitLanguage({ query: preferences.query, cookie: null });
  if (asked !== null) rememberChoice(options, reply, asked);
  if (shared.paths.includes(path) && isSignedIn(request, query, shared.signedInCookie))
    return shared.sendApp(request, reply.header('cache-control', cacheControl.negotiated));
  const language = negotiateLanguage(preferences);
  if (language !== fallbackLanguage)
    return redirect(
      reply.header('cache-control', cacheControl.negotiated),
      302,
      siteAddress(path, language) + queryWithoutLanguage(query),
    );
  return sendDocument(options, request, reply, path, language, true);
}

function isSignedIn(request: FastifyRequest, query: string, cookie: string): boolean {
  if (new URLSearchParams(query).has(visitorFlag)) return false;
  return readCookie(request.headers.cookie, cookie) === 'true';
}

async function sendDocument(
  { documents, headers, headersOf, live }: SiteRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  language: Language,
  isNegotiated = false,
) {
  const name = documentPath(path);
  const prepared = await (live.get(name)?.(language) ?? documents.page(name, language));
  if (prepared === null) return reply.callNotFound();
  return sendCompressed(request, reply, prepared, {
    type: html,
    cacheControl: isNegotiated ? cacheControl.negotiated : cacheControl.own,
    vary: isNegotiated ? negotiationHeaders : [],
    headers: headersOf.get(name) ?? headers,
  });
}

/** Only an explicit choice sets a cookie; reading a page never does. */
function rememberChoice({ documents }: SiteRouteOptions, reply: FastifyReply, language: Language): void {
  reply.header('set-cookie', languageCookie(language, documents.secure));
}

function redirect(reply: FastifyReply, status: 302 | 308, to: string) {
  return reply.status(status).header('location', to).send();
}

function splitUrl(url: string): { pathname: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { pathname: url, query: '' } : { pathname: url.slice(0, at), query: url.slice(at + 1) };
}

function languagePreferences(
  { secure }: SiteDocuments,
  request: FastifyRequest,
  query: string,
): LanguagePreferences {
  return {
    query: new URLSearchParams(query).get('lng'),
    cookie: readCookie(request.headers.cookie, languageCookieName(secure)),
    accepted: request.headers['accept-language'],
  };
}
