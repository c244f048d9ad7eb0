/** Chooses the language of a page: docs/decisions/0018-language-in-the-address.md. */
import {
  fallbackLanguage,
  type Language,
  languageCookieName,
  languages,
  listedLanguages,
} from '@kindling/contract/constants';
import { preferredLanguage, supportedLanguage } from '@kindling/service/language';

const cookieSeconds = 31_536_000;

export interface LanguagePreferences {
  /** `lng` of the query. */
  query: string | null;
  cookie: string | null;
  /** The header `accept-language`. */
  accepted: string | undefined;
}

/** The explicitly chosen language: `?lng=`, then the cookie of an earlier choice. Null for none or an unsupported one. */
export function explicitLanguage({
  query,
  cookie,
}: Pick<LanguagePreferences, 'query' | 'cookie'>): Language | null {
  return matchLanguage(query) ?? matchLanguage(cookie);
}

/** The explicit choice, then the browser's preferences, then English. Unlisted languages must be chosen explicitly. */
export function negotiateLanguage(preferences: LanguagePreferences): Language {
  return (
    explicitLanguage(preferences) ??
    preferredLanguage(preferences.accepted, listedLanguages) ??
    fallbackLanguage
  );
}

/** Finds the supported language of a tag, ignoring the region: `fr-CA` is French. */
export function matchLanguage(tag: string | null): Language | null {
  return supportedLanguage(tag, languages);
}

/** The `set-cookie` value of a choice. Not HttpOnly, because the scripts of the language switchers read it. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${languageCookieName(secure)}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
