/** The style sheets of a page, those first that tell most of its colors. */
import { attribute, elementsOf, parsePage } from '../parse-page.ts';

const maxLinks = 40;
const libraries =
  /awesome|icons?\b|swiper|slick|slider|lightbox|animate|jquery|cookie|captcha|emoji|dashicons|print/i;
const themes = /theme|style|main|custom|global|site|brand|app/i;

/** Absolute addresses, without repeats. @throws PageTooLargeError */
export function findStyleSheetLinks(html: string, pageUrl: string): string[] {
  const elements = elementsOf(parsePage(html));
  const base = elements.find(({ tagName }) => tagName === 'base');
  const root = resolve((base && attribute(base, 'href')) ?? pageUrl, pageUrl) ?? pageUrl;
  const links = elements.flatMap((element) => {
    const rel = attribute(element, 'rel')?.toLowerCase().split(/\s+/) ?? [];
    const isSheet = element.tagName === 'link' && rel.includes('stylesheet') && !rel.includes('alternate');
    const href = isSheet && attribute(element, 'media') !== 'print' ? attribute(element, 'href') : undefined;
    const url = href === undefined ? null : resolve(href, root);
    return url === null ? [] : [url];
  });
  const rank = (url: string) => (libraries.test(url) ? 0 : themes.test(url) ? 2 : 1);
  return [...new Set(links)].slice(0, maxLinks).sort((a, b) => rank(b) - rank(a));
}

function resolve(href: string, base: string): string | null {
  const url = URL.canParse(href, base) ? new URL(href, base) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
