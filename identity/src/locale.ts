import type enHelp from '@kindling/locales/en/help.json';
import type en from '@kindling/locales/en/identity.json';
import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import { helpTexts } from '@kindling/locales/help.ts';
import { identityTexts } from '@kindling/locales/identity.ts';
import { type Language, languages } from '@kindling/locales/languages.ts';
import { preferredLanguage, supportedLanguage } from '@kindling/service/language';

export type Texts = typeof en;
export type Locale = Language;

/** Texts of the help box, shared with the public pages. */
export function helpTextsOf(locale: Locale): typeof enHelp {
  return helpTexts[locale];
}

export function textsOf(locale: Locale): Texts {
  return identityTexts[locale];
}

export function asLocale(tag: string | null | undefined): Locale | null {
  return supportedLanguage(tag, languages);
}

/** The languages that a request names, strongest first. */
export type LocaleHints = {
  query: string | null;
  chosenHere: string | null;
  uiLocales: string | undefined;
  cookie: string | null;
  acceptLanguage: string | undefined;
};

/**
 * The switcher's choice on these pages beats what the app asked for (`ui_locales`), which beats the cookie of an
 * earlier visit, which beats the browser.
 */
export function chooseLocale(hints: LocaleHints): Locale {
  const ui = (hints.uiLocales ?? '')
    .split(' ')
    .map(asLocale)
    .find((locale) => locale !== null);
  return (
    asLocale(hints.query) ??
    asLocale(hints.chosenHere) ??
    ui ??
    asLocale(hints.cookie) ??
    preferredLanguage(hints.acceptLanguage, languages) ??
    'en'
  );
}

/** Shown when there were too many attempts at an address from all networks. */
export function slowedDownText(locale: Locale, retryAfterSeconds: number): string {
  return fillText(textsOf(locale).signIn.slowed, { count: retryAfterSeconds });
}

/** Shown when a mail is not sent; `slowed` when reset links were sent shortly before. */
export function tooManyMailsText(
  locale: Locale,
  { retryAfterSeconds, slowed }: { retryAfterSeconds: number; slowed: boolean },
): string {
  const wait = tooManyAttemptsText(locale, retryAfterSeconds);
  return slowed ? `${wait} ${textsOf(locale).forgot.slowed}` : wait;
}

/** "Too many attempts" with whole minutes, rounded up. */
export function tooManyAttemptsText(locale: Locale, retryAfterSeconds: number): string {
  const count = Math.ceil(retryAfterSeconds / 60);
  const text = pluralText(textsOf(locale).errors, 'tooMany', new Intl.PluralRules(locale), count);
  return fillText(text, { count });
}
