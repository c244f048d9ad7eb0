/** Texts of one area and the formats of one language, for widgets, badges and guest pages. */
import type { Language } from '@kindling/contract/constants';
import { fillText, pluralText, type TextValues } from '@kindling/locales/fill-text.ts';
import { languageFacts } from '@kindling/locales/languages.ts';

/** Keys of an area that exist once per plural form. */
export type PluralKeyOf<Key> = Key extends `${infer Base}_other` ? Base : never;
export type PlainKeyOf<Key extends string> = Exclude<Key, `${PluralKeyOf<Key>}_${string}`>;

export type LocalizedTexts<Plain extends string, Plural extends string> = {
  /** BCP 47 tag for the `lang` attribute. */
  readonly tag: string;
  readonly text: (key: Plain, values?: TextValues) => string;
  /** Chooses the plural form by `count`, which is also the value of `{{count}}`. */
  readonly plural: (key: Plural, count: number, values?: TextValues) => string;
  readonly integer: (value: number) => string;
  /** One decimal, as the platforms show averages. */
  readonly average: (value: number) => string;
  /** A share of 1, rounded down, so that 100 % is never an overstatement. */
  readonly percent: (share: number) => string;
  /** The day in UTC with its month as a word, so that no reader mistakes 3/4 for 4/3. */
  readonly day: (time: string) => string;
  readonly year: (time: string) => string;
};

/**
 * The texts of an area by language, each made once, because `Intl` objects are slow to create.
 * @param dictionaries the area's file in every language
 */
export function textsByLanguage<Key extends string>(
  dictionaries: Readonly<Record<Language, Readonly<Record<Key, string>>>>,
) {
  type Texts = LocalizedTexts<PlainKeyOf<Key>, PluralKeyOf<Key>>;
  const made = new Map<Language, Texts>();
  return (language: Language): Texts => {
    const known = made.get(language);
    if (known) return known;
    const texts: Texts = makeTexts(languageFacts[language].tag, dictionaries[language]);
    made.set(language, texts);
    return texts;
  };
}

function makeTexts(
  tag: string,
  dictionary: Readonly<Record<string, string>>,
): LocalizedTexts<string, string> {
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
