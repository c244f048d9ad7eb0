/** The language somebody picked: kept under `selectedLanguage` in local storage and, for the server, in a cookie. */
import { languageCookieName } from '@kindling/contract/constants';
import type { i18n } from 'i18next';

const storageKey = 'selectedLanguage';
const year = 31_536_000;

const isSecure = () => location.protocol === 'https:';

/** The public pages are made on the server's side, which cannot see local storage. Holds a language code, nothing else. */
export const cookieName = () => languageCookieName(isSecure());

/** The picked language; null when none was, or storage is forbidden. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Remembers a choice on this device, for site and app. */
export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Forbidden storage: the cookie below may still be allowed.
  }
  const secure = isSecure() ? '; secure' : '';
  document.cookie = `${cookieName()}=${language}; path=/; max-age=${year}; samesite=lax${secure}`;
}

/** Switches the app and remembers the choice. Where nothing may be stored, it lasts until a reload. */
export async function chooseLanguage(texts: i18n, language: string): Promise<void> {
  storeLanguage(language);
  await texts.changeLanguage(language);
}
