/** Texts of widgets, badges and guest pages, in the embed's language. */
import type { Language } from '@kindling/contract/constants';
import de from '@kindling/locales/de/embed.json';
import en from '@kindling/locales/en/embed.json';
import es from '@kindling/locales/es/embed.json';
import fr from '@kindling/locales/fr/embed.json';
import nl from '@kindling/locales/nl/embed.json';
import sr from '@kindling/locales/sr/embed.json';

// locale-keys: embed.source_*
// locale-keys: embed.reason_*

type Key = keyof typeof en;
/** Keys that exist once per plural form. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never;
export type PlainKey = Exclude<Key, `${PluralKey}_${string}`>;
type Values = Readonly<Record<string, string | number>>;

const dictionaries: Record<Language, Readonly<Record<string, string>>> = { en, fr, de, nl, es, sr };

/** Serbian is in Latin script here; plain `sr` would give Cyrillic months. */
const tags: Record<Language, string> = { en: 'en', fr: 'fr', de: 'de', nl: 'nl', es: 'es', sr: 'sr-Latn' };

export type Texts = {
  /** BCP 47 tag for the `lang` attribute. */
  readonly tag: string;
  readonly text: (key: PlainKey, values?: Values) => string;
  /** Selects the plural form by `count`, which is also the value of `{count}`. */
  readonly plural: (key: PluralKey, count: number, values?: Values) => string;
  readonly integer: (value: number) => string;
  /** One decimal, as the platforms show averages. */
  readonly average: (value: number) => string;
  /** A share of 1, rounded down, so that 100 % is never an overstatement. */
  readonly percent: (share: number) => string;
  /** The day in UTC with its month as a word, so that no reader mistakes 3/4 for 4/3. */
  readonly day: (time: string) => string;
  readonly year: (time: string) => string;
};

const made = new Map<Language, Texts>();

/** The texts of one language; cached, because `Intl` objects are slow to create. */
export function textsOf(language: Language): Texts {
  const known = made.get(language);
  if (known) return known;
  const texts = makeTexts(tags[language], dictionaries[language]);
  made.set(language, texts);
  return texts;
}

function makeTexts(tag: string, dictionary: Readonly<Record<string, string>>): Texts {
  const rules = new Intl.PluralRules(tag);
  const integers = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const averages = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(tag, { style: 'percent' });
  const days = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const years = new Intl.DateTimeFormat(tag, { year: 'numeric', timeZone: 'UTC' });
  const fill = (pattern: string, values: Values): string =>
    pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? integers.format(value) : value;
    });
  return {
    tag,
    text: (key, values = {}) => fill(dictionary[key] ?? key, values),
    plural: (key, count, values = {}) =>
      fill(dictionary[`${key}_${rules.select(count)}`] ?? dictionary[`${key}_other`] ?? key, {
        count,
        ...values,
      }),
    integer: (value) => integers.format(value),
    average: (value) => averages.format(value),
    percent: (share) => percents.format(Math.floor(share * 100) / 100),
    day: (time) => days.format(new Date(time)),
    year: (time) => years.format(new Date(time)),
  };
}
