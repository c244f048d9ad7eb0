/** Addresses of the public pages. In a file of its own, because the browser loads it without the contract's schemas. */
import { fallbackLanguage, type Language } from './constants.ts';

/** The app on recorded answers, without a session. Its screens have their own paths below it: `/tour/reviews`. */
export const tourPath = '/tour';

/** Address of a page in a language. English has no prefix; only `/` ends with a slash. */
export function siteAddress(path: string, language: Language): string {
  if (language === fallbackLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}
