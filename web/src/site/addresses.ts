/** Links of the public pages, in the page's language. */
import { fallbackLanguage, type Language } from '@kindling/contract/constants';
import { siteAddress } from '@kindling/contract/site';

/** Paths that the app serves; they take the language as a question, because one document serves all languages. */
const appPath = /^\/(auth|dashboard|profile|billing|api)(\/|$)/;

/** Address of a page (with or without `#place`) or a screen of the app. The unprefixed pages and the app choose English by the same rule. */
export function localizedHref(language: Language): (path: string) => string {
  return (path) => {
    if (path.startsWith('#')) return path;
    if (!appPath.test(path)) {
      const [page = '/', place] = path.split('#');
      return siteAddress(page, language) + (place === undefined ? '' : `#${place}`);
    }
    return language === fallbackLanguage ? path : `${path}?lng=${language}`;
  };
}

/** Where the switcher leads: English must be asked for, as its plain address would be negotiated again. */
export function languageSwitchHref(path: string, language: Language): string {
  return language === fallbackLanguage ? `${path}?lng=${language}` : siteAddress(path, language);
}
