import de from '@kindling/locales/de/identity.json' with { type: 'json' };
import en from '@kindling/locales/en/identity.json' with { type: 'json' };
import es from '@kindling/locales/es/identity.json' with { type: 'json' };
import fr from '@kindling/locales/fr/identity.json' with { type: 'json' };
import nl from '@kindling/locales/nl/identity.json' with { type: 'json' };
import sr from '@kindling/locales/sr/identity.json' with { type: 'json' };

/** A language that lacks a key does not compile. */
export type Texts = typeof en;
export type Locale = 'en' | 'fr' | 'de' | 'nl' | 'es' | 'sr';

const TEXTS: Record<Locale, Texts> = { en, fr, de, nl, es, sr };

/** Serbian is complete but not offered in the switcher (product decision). */
export const LISTED: { locale: Locale; name: string }[] = [
  { locale: 'en', name: 'English' },
  { locale: 'fr', name: 'Français' },
  { locale: 'de', name: 'Deutsch' },
  { locale: 'nl', name: 'Nederlands' },
  { locale: 'es', name: 'Español' },
];

export function textsOf(locale: Locale): Texts {
  return TEXTS[locale];
}

/** Puts values into `{{name}}` places. Output is plain text; the renderer escapes it. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function asLocale(tag: string | undefined): Locale | null {
  const base = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(TEXTS, base) ? (base as Locale) : null;
}

/** What a request says about language, strongest first. */
export type LocaleHints = {
  query: string | undefined;
  chosenHere: string | undefined;
  uiLocales: string | undefined;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
};

function fromAcceptLanguage(header: string | undefined): Locale | null {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag, q: q === undefined ? 1 : Number(q.trim().slice(2)) || 0 };
    })
    .filter((entry) => entry.q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const locale = asLocale(tag);
    if (locale !== null) return locale;
  }
  return null;
}

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
    fromAcceptLanguage(hints.acceptLanguage) ??
    'en'
  );
}

/** "Too many attempts" with whole minutes, rounded up. */
export function tooManyText(locale: Locale, retryAfterSeconds: number): string {
  const count = Math.ceil(retryAfterSeconds / 60);
  const { errors } = textsOf(locale);
  const rule = new Intl.PluralRules(locale).select(count);
  // The other plural forms of our languages (Serbian's "few" among them) read the same in this sentence.
  return fill(rule === 'one' ? errors.tooMany_one : errors.tooMany_other, { count });
}
