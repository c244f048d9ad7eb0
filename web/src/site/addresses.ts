/** Addresses of the public site: one per page and language. English has none before it, the others do (`/fr/pricing`). */
import { fallbackLanguage, type Language } from '@kindling/contract/constants';

/** Paths that the app serves; they take the language as a question, because one document serves all languages. */
const appPath = /^\/(auth|dashboard|profile|billing|api)(\/|$)/;

/** Address of a page in a language. @param path without language, may end in `#place`. */
export function pageAddress(path: string, language: Language): string {
  if (language === fallbackLanguage) return path;
  if (path === '/' || path.startsWith('/#')) return `/${language}${path.slice(1)}`;
  return `/${language}${path}`;
}

/** Address of a page or a screen of the app. The unprefixed pages and the app choose English by the same rule. */
export function addressIn(language: Language): (path: string) => string {
  return (path) => {
    if (path.startsWith('#')) return path;
    if (!appPath.test(path)) return pageAddress(path, language);
    return language === fallbackLanguage ? path : `${path}?lng=${language}`;
  };
}

/** Where the switcher leads: English must be asked for, as its plain address would be negotiated again. */
export function choiceAddress(path: string, language: Language): string {
  return language === fallbackLanguage ? `${path}?lng=${language}` : pageAddress(path, language);
}
