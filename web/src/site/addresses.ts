/** Links on the public pages, in the page's language. */
import { fallbackLanguage, type Language } from '@kindling/contract/constants';
import { allScreens } from '@kindling/contract/screens';
import { siteAddress } from '@kindling/contract/site-address';

/** A screen of the app, which takes the language as a query: one document serves all languages. */
function isAppPath(path: string): boolean {
  return allScreens.some((screen) => screen.path === path && screen.hasPublicPage !== true);
}

/**
 * Address of a page (with or without `#place`) or a screen of the app (with or without a query). Pages without a prefix and the app choose English
 * by the same rule.
 */
export function localizedHref(language: Language): (path: string) => string {
  return (path) => {
    if (path.startsWith('#')) return path;
    const [screen = '/', query] = path.split('?');
    if (!isAppPath(screen)) {
      const [page = '/', place] = path.split('#');
      return siteAddress(page, language) + (place === undefined ? '' : `#${place}`);
    }
    if (language === fallbackLanguage) return path;
    return `${path}${query === undefined ? '?' : '&'}lng=${language}`;
  };
}

/** The link of the language menu. English needs the query, because its plain address negotiates the language again. */
export function languageSwitchHref(path: string, language: Language): string {
  return language === fallbackLanguage ? `${path}?lng=${language}` : siteAddress(path, language);
}
