/** sitemap.xml and robots.txt. */
import { apiRoot } from '@kindling/contract/api-address';
import { fallbackLanguage, listedLanguages } from '@kindling/contract/constants';
import { languageTag, type SiteManifest } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import { escapeHtml } from '../../lib/escape-html.ts';

/** Follows https://www.sitemaps.org/protocol.html and lists all languages of a page at each of its addresses. */
export function sitemapXml(publicUrl: string, pages: SiteManifest['pages']): string {
  const address = (path: string, language: (typeof listedLanguages)[number]) =>
    escapeHtml(publicUrl + siteAddress(path, language));
  const entries = pages.flatMap(({ path }) => {
    const alternates = listedLanguages
      .map(
        (language) =>
          `<xhtml:link rel="alternate" hreflang="${languageTag(language)}" href="${address(path, language)}"/>`,
      )
      .concat(
        `<xhtml:link rel="alternate" hreflang="x-default" href="${escapeHtml(publicUrl + siteAddress(path, fallbackLanguage))}"/>`,
      )
      .join('');
    return listedLanguages.map((language) => `<url><loc>${address(path, language)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

/**
 * Excludes paths that need a sign-in. `/reviews` stays allowed because it is also a public page, and the assets because
 * crawlers render the pages; the app's document sends `noindex`.
 * @param appPaths of the app's router.
 */
export function robotsTxt(
  publicUrl: string,
  appPaths: readonly string[],
  pages: SiteManifest['pages'],
): string {
  const open = new Set(pages.map(({ path }) => path));
  const closed = new Set(
    appPaths.map((path) => `/${path.split('/')[1] ?? ''}`).filter((path) => !open.has(path)),
  );
  const lines = [...closed, `${apiRoot}/`, '/healthz', '/readyz'].map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${lines.join('\n')}\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
