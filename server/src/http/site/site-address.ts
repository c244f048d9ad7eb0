// Trust rule: where a redirect leads is put together from pages and languages that we know, never from the path that
// was asked for; of the request only the query is kept.
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import { siteAddress } from '@kindling/contract/site';

export interface SiteRequest {
  /** Named by the address; null where it names none and the language is to be negotiated. */
  prefix: Language | null;
  /** Path without language, as a page of the list would have it; null when it is none. */
  path: string | null;
  /** The address is the page's own: no `/en`, no slash at the end, no `index.html`. */
  canonical: boolean;
}

/** Reads a path (without query). `paths`: the addresses of all pages, without language. */
export function parseSiteAddress(pathname: string, paths: ReadonlySet<string>): SiteRequest {
  const [, first = ''] = pathname.split('/', 2);
  const prefix = languages.find((language) => language === first) ?? null;
  const rest = prefix === null ? pathname : pathname.slice(first.length + 1);
  const bare = rest.replace(/\/(?:index\.html)?$/, '') || '/';
  if (!paths.has(bare)) return { prefix, path: null, canonical: false };
  const own = siteAddress(bare, prefix ?? fallbackLanguage);
  return { prefix, path: bare, canonical: pathname === own };
}

/** The query without `lng`, as it belongs behind an address: empty, or with its question mark. */
export function queryWithoutLanguage(query: string): string {
  const kept = new URLSearchParams(query);
  kept.delete('lng');
  return kept.size === 0 ? '' : `?${kept}`;
}

/** An English address that says so: without `lng` it would be negotiated again. */
export function explicitEnglishAddress(path: string, query: string): string {
  const kept = new URLSearchParams(query);
  kept.set('lng', fallbackLanguage);
  return `${path}?${kept}`;
}
