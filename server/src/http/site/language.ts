/** Which language a person is shown: docs/decisions/0018-language-in-the-address.md. */
import { fallbackLanguage, type Language, languages, listedLanguages } from '@kindling/contract/constants';

/** Written by `?lng=`, and by the switchers of site and app. Holds a language code, nothing else. */
export const languageCookie = 'selectedLanguage';
const cookieSeconds = 31_536_000;
/** Longer lists are no person's. */
const maxPreferences = 20;

export interface Wishes {
  /** `lng` of the query. */
  query: string | null;
  cookie: string | null;
  /** The field `accept-language`. */
  accepted: string | undefined;
}

/** What was asked for by name: `?lng=` first, then the cookie of an earlier choice. Null when nothing of ours was. */
export function chosenLanguage({ query, cookie }: Pick<Wishes, 'query' | 'cookie'>): Language | null {
  return supported(query) ?? supported(cookie);
}

/** Choice, then the browser's preferences, then English. A language that is not listed has to be chosen by name. */
export function negotiate(wishes: Wishes): Language {
  return chosenLanguage(wishes) ?? preferred(wishes.accepted) ?? fallbackLanguage;
}

/** One of our languages, whatever the region: `fr-CA` is French. */
export function supported(tag: string | null): Language | null {
  const code = (tag ?? '').split('-')[0]?.toLowerCase();
  return languages.find((language) => language === code) ?? null;
}

/** The listed language that `accept-language` weighs highest; the first named of equal ones (RFC 9110 12.5.4). */
function preferred(header: string | undefined): Language | null {
  let best: { language: Language; weight: number } | null = null;
  for (const part of (header ?? '').split(',', maxPreferences)) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const code = tag.split('-')[0]?.toLowerCase();
    const language = listedLanguages.find((one) => one === code);
    const weight = weightOf(parameters);
    if (language === undefined || weight === 0) continue;
    if (best === null || weight > best.weight) best = { language, weight };
  }
  return best?.language ?? null;
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((one) => /^q\s*=\s*(\d(?:\.\d{0,3})?)$/i.exec(one)?.[1]).find(Boolean);
  if (given !== undefined) return Math.min(1, Number(given));
  return parameters.some((one) => /^q\s*=/i.test(one)) ? 0 : 1;
}

/** The value of a cookie of the request, as it was sent; null when there is none. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return null;
}

/** `set-cookie` of a choice, readable to the switchers' scripts. */
export function languageCookieOf(language: Language, secure: boolean): string {
  return `${languageCookie}=${language}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
