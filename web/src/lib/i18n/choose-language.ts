/** The chosen language: in local storage under `selectedLanguage`, and in a cookie for the server. */
import { languageCookieName } from '@kindling/contract/constants';
import type { i18n } from 'i18next';

const storageKey = 'selectedLanguage';
const year = 31_536_000;

const isSecure = () => location.protocol === 'https:';

/**
 * The server renders the public pages and cannot read local storage. The cookie holds a language code, nothing else.
 */
export const cookieName = () => languageCookieName(isSecure());

/** The chosen language; null without one, or when storage is forbidden. */
export function storedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Stores the choice on this device, for site and app. */
export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage is forbidden: the cookie below may still be allowed.
  }
  const secure = isSecure() ? '; secure' : '';
  document.cookie = `${cookieName()}=${language}; path=/; max-age=${year}; samesite=lax${secure}`;
}

/** Switches the app's language and stores the choice. Without storage it lasts until a reload. */
export async function chooseLanguage(texts: i18n, language: string): Promise<void> {
  storeLanguage(language);
  await texts.changeLanguage(language);
}
