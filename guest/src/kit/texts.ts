/** Texts of widgets, badges and guest pages, in the embed's language. */
import type { Language } from '@kindling/contract/constants';
import { embedTexts } from '@kindling/locales/embed.ts';
import type en from '@kindling/locales/en/embed.json';
import { fillText, pluralText, type TextValues } from '@kindling/locales/fill-text.ts';
import { languageFacts } from '@kindling/locales/languages.ts';

// locale-keys: embed.source_*
// locale-keys: embed.reason_*

type Key = keyof typeof en;
/** Keys that exist once per plural form. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}_other` ? Base : never) : never;
export type PlainKey = Exclude<Key, `${PluralKey}_${string}`>;

export type Texts = {
  /** BCP 47 tag for the `lang` attribute. */
  readonly tag: string;
  readonly text: (key: PlainKey, values?: TextValues) => string;
  /** Chooses the plural form by `count`, which is also the value of `{{count}}`. */
  readonly plural: (key: PluralKey, count: number, values?: TextValues) => string;
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
  const texts = makeTexts(languageFacts[language].tag, embedTexts[language]);
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
  const format = (values: TextValues): TextValues =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? integers.format(value) : value,
      ]),
    );
  return {
    tag,
    text: (key, values = {}) => fillText(dictionary[key] ?? key, format(values)),
    plural: (key, count, values = {}) =>
      fillText(pluralText(dictionary, key, rules, count), format({ count, ...values })),
    integer: (value) => integers.format(value),
    average: (value) => averages.format(value),
    percent: (share) => percents.format(Math.floor(share * 100) / 100),
    day: (time) => days.format(new Date(time)),
    year: (time) => years.format(new Date(time)),
  };
}
