import deHelp from '@kindling/locales/de/help.json' with { type: 'json' };
import de from '@kindling/locales/de/identity.json' with { type: 'json' };
import enHelp from '@kindling/locales/en/help.json' with { type: 'json' };
import en from '@kindling/locales/en/identity.json' with { type: 'json' };
import esHelp from '@kindling/locales/es/help.json' with { type: 'json' };
import es from '@kindling/locales/es/identity.json' with { type: 'json' };
import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import frHelp from '@kindling/locales/fr/help.json' with { type: 'json' };
import fr from '@kindling/locales/fr/identity.json' with { type: 'json' };
import nlHelp from '@kindling/locales/nl/help.json' with { type: 'json' };
import nl from '@kindling/locales/nl/identity.json' with { type: 'json' };
import srHelp from '@kindling/locales/sr/help.json' with { type: 'json' };
import sr from '@kindling/locales/sr/identity.json' with { type: 'json' };
import { preferredLanguage, supportedLanguage } from '@kindling/service/language';

/** A language without one of these keys does not compile. */
export type Texts = typeof en;
export type Locale = 'en' | 'fr' | 'de' | 'nl' | 'es' | 'sr';

const TEXTS: Record<Locale, Texts> = { en, fr, de, nl, es, sr };
const LOCALES = Object.keys(TEXTS) as Locale[];

/** Serbian is complete but not offered in the switcher (product decision). */
export const OFFERED_LOCALES: { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'nl', name: 'Nederlands' },
  { locale: 'es', name: 'Español' },
];

const HELP: Record<Locale, typeof enHelp> = {
  en: enHelp,
  fr: frHelp,
  de: deHelp,
  nl: nlHelp,
  es: esHelp,
  sr: srHelp,
};

/** Texts of the help box, shared with the public pages. */
export function helpTextsOf(locale: Locale): typeof enHelp {
  return HELP[locale];
}

export function textsOf(locale: Locale): Texts {
  return TEXTS[locale];
}

export function asLocale(tag: string | null | undefined): Locale | null {
  return supportedLanguage(tag, LOCALES);
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
    preferredLanguage(hints.acceptLanguage, LOCALES) ??
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
