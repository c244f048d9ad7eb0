/** Which language a person is shown: docs/decisions/0018-language-in-the-address.md. */
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
  /** The field `accept-language`. */
  accepted: string | undefined;
}

/** What was asked for by name: `?lng=` first, then the cookie of an earlier choice. Null when nothing of ours was. */
export function explicitLanguage({
  query,
  cookie,
}: Pick<LanguagePreferences, 'query' | 'cookie'>): Language | null {
  return matchLanguage(query) ?? matchLanguage(cookie);
}

/** Choice, then the browser's preferences, then English. A language that is not listed has to be chosen by name. */
export function negotiateLanguage(wishes: LanguagePreferences): Language {
  return explicitLanguage(wishes) ?? preferredLanguage(wishes.accepted, listedLanguages) ?? fallbackLanguage;
}

/** One of our languages, whatever the region: `fr-CA` is French. */
export function matchLanguage(tag: string | null): Language | null {
  return supportedLanguage(tag, languages);
}

/** `set-cookie` of a choice: a language code, nothing else, readable to the switchers' scripts. */
export function languageCookie(language: Language, secure: boolean): string {
  return `${languageCookieName(secure)}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
