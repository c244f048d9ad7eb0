// Trust rule: redirect targets are built from known pages and languages, never from the requested path. Only the query of
// the request is kept.
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import { siteAddress } from '@kindling/contract/site-address';

export interface SiteRequest {
  /** The language in the address; null when there is none and the language must be negotiated. */
  prefix: Language | null;
  /** Path of a known page without its language; null for any other path. */
  path: string | null;
  /** The address is the page's own: no `/en`, no slash at the end, no `index.html`. */
  canonical: boolean;
}

/** Reads a path (without query). `paths`: the addresses of all pages, without language. */
export function parseSiteAddress(pathname: string, paths: Pick<ReadonlySet<string>, 'has'>): SiteRequest {
  const [, first = ''] = pathname.split('/', 2);
  const prefix = languages.find((language) => language === first) ?? null;
  const rest = prefix === null ? pathname : pathname.slice(first.length + 1);
  const bare = rest.replace(/\/(?:index\.html)?$/, '') || '/';
  if (!paths.has(bare)) return { prefix, path: null, canonical: false };
  const own = siteAddress(bare, prefix ?? fallbackLanguage);
  return { prefix, path: bare, canonical: pathname === own };
}

/** The query without `lng`: empty, or with its question mark. */
export function queryWithoutLanguage(query: string): string {
  const kept = new URLSearchParams(query);
  kept.delete('lng');
  return kept.size === 0 ? '' : `?${kept}`;
}

/** The English address with `lng`, because without it the language would be negotiated again. */
export function explicitEnglishAddress(path: string, query: string): string {
  const kept = new URLSearchParams(query);
  kept.set('lng', fallbackLanguage);
  return `${path}?${kept}`;
}
