/** "Colors of your website": fetches the owner's page with a few of its style sheets, and suggests a look. */
import type { SiteLookAnswer } from '@kindling/contract/site-look';
import { getDomain } from 'tldts';
import { type FetchedPage, type FetchPage, SafeFetchError } from '../../../lib/safe-fetch.ts';
import type { EmbedsDeps } from '../deps.ts';
import { createLimitedFetches, normalizeUrl } from '../limited-fetches.ts';

type Deps = Pick<EmbedsDeps, 'limits' | 'fetchPage' | 'fetchStyleSheet' | 'siteLookReader'>;

/** Style sheets of the same site that are fetched, each within the limits of `fetchStyleSheet`. */
const maxSheets = 4;

/** Creates the reading with its limits. */
export function createSiteLookReading(deps: Deps) {
  const limited = createLimitedFetches(deps, 'site-looks');
  return async (accountId: string, url: string): Promise<SiteLookAnswer> => {
    const answer = await limited(accountId, () => readSiteLook(deps, normalizeUrl(url)));
    return answer ?? { result: 'busy', look: null };
  };
}

async function readSiteLook(
  { fetchPage, fetchStyleSheet, siteLookReader }: Deps,
  url: string,
): Promise<SiteLookAnswer> {
  const page = await fetchOrFail(fetchPage, url);
  if (!('text' in page))
    return { result: page.reason === 'too-large' ? 'too-large' : 'unreachable', look: null };
  if (page.status < 200 || page.status > 299) return { result: 'unreachable', look: null };
  if (!/^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(page.headers['content-type'] ?? 'text/html'))
    return { result: 'not-html', look: null };
  const question = { html: page.text, url: page.url };
  const found = await siteLookReader.ask({ ...question, sheets: null });
  if (!('links' in found)) return { result: 'too-large', look: null };
  const own = found.links.filter((link) => isSameSite(link, page.url)).slice(0, maxSheets);
  const sheets = await Promise.all(own.map((link) => fetchOrFail(fetchStyleSheet, link)));
  const texts = sheets.flatMap((sheet) => ('text' in sheet && sheet.status === 200 ? [sheet.text] : []));
  const answer = await siteLookReader.ask({ ...question, sheets: texts });
  if (!('look' in answer)) return { result: 'too-large', look: null };
  return { result: answer.look === null ? 'nothing' : 'found', look: answer.look };
}

/** A style sheet that does not arrive leaves the page with the others. */
async function fetchOrFail(fetchText: FetchPage, url: string): Promise<FetchedPage | SafeFetchError> {
  try {
    return await fetchText(url);
  } catch (error) {
    if (error instanceof SafeFetchError) return error;
    throw error;
  }
}

/** Whether both are below one name that somebody registered; private suffixes such as `github.io` are several sites. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => new URL(url).hostname);
  const options = { allowPrivateDomains: true };
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      getDomain(a, options) !== null &&
      getDomain(a, options) === getDomain(b, options))
  );
}
