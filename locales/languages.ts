/** The languages of the product. Everything that is different in a language and is not a text is on its line here. */
interface LanguageFacts {
  /** The name of the language in the language itself. */
  readonly name: string;
  /** BCP 47 tag for `lang`, `hreflang` and `Intl`. Our Serbian texts use Latin letters; plain `sr` means Cyrillic. */
  readonly tag: string;
  /** Language and territory (https://ogp.me). */
  readonly openGraph: string;
  /** Whether switchers, the site map and `Accept-Language` offer it. Others are served only when asked for by name. */
  readonly offered: boolean;
  /** Whether its texts need the second font file, as č, š and ž do. Late fonts are not used, so pages preload it. */
  readonly latinExtended?: true;
  /** Whether a date with the month in words would need another grammatical case than `Intl` gives. */
  readonly numericDates?: true;
}

/** In the order of the switchers. */
const facts = {
  en: { name: 'English', tag: 'en', openGraph: 'en_US', offered: true },
  fr: { name: 'Français', tag: 'fr', openGraph: 'fr_FR', offered: true },
  de: { name: 'Deutsch', tag: 'de', openGraph: 'de_DE', offered: true },
  nl: { name: 'Nederlands', tag: 'nl', openGraph: 'nl_NL', offered: true },
  es: { name: 'Español', tag: 'es', openGraph: 'es_ES', offered: true },
  sr: {
    name: 'Srpski',
    tag: 'sr-Latn',
    openGraph: 'sr_RS',
    offered: false,
    latinExtended: true,
    numericDates: true,
  },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof facts;
export const languageFacts: Readonly<Record<Language, LanguageFacts>> = facts;

export const languages = Object.keys(facts) as Language[];
export const listedLanguages = languages.filter((language) => languageFacts[language].offered);

/** Loads the file of one area in every language. */
export async function loadEach<T>(
  load: (language: Language) => Promise<{ default: T }>,
): Promise<Readonly<Record<Language, T>>> {
  const loaded = await Promise.all(
    languages.map(async (language) => [language, (await load(language)).default] as const),
  );
  return Object.fromEntries(loaded) as Record<Language, T>;
}
