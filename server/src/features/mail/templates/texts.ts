/** The texts of mails in each language. */
import type { Language } from '@kindling/contract/constants';
import de from '@kindling/locales/de/mail.json' with { type: 'json' };
import en from '@kindling/locales/en/mail.json' with { type: 'json' };
import es from '@kindling/locales/es/mail.json' with { type: 'json' };
import fr from '@kindling/locales/fr/mail.json' with { type: 'json' };
import nl from '@kindling/locales/nl/mail.json' with { type: 'json' };
import sr from '@kindling/locales/sr/mail.json' with { type: 'json' };

/** A language without one of the texts does not compile. */
export type MailTexts = typeof en;

const texts: Record<Language, MailTexts> = { en, fr, de, nl, es, sr };
/** Our Serbian texts use Latin letters. Plain `sr` would give Cyrillic months and a wrong screen reader voice. */
const tags: Record<Language, string> = { en: 'en', fr: 'fr', de: 'de', nl: 'nl', es: 'es', sr: 'sr-Latn' };

export function mailTexts(locale: Language): MailTexts {
  return texts[locale];
}

/** BCP 47 tag for the `lang` attribute. */
export function languageTag(locale: Language): string {
  return tags[locale];
}

/** A calendar day (`YYYY-MM-DD`) with the month in words, because 3/4 is ambiguous. */
export function formatDay(locale: Language, day: string): string {
  // Serbian month names would need another grammatical case here, and the numeric order is unambiguous in Serbian.
  const dateStyle = locale === 'sr' ? 'medium' : 'long';
  const format = new Intl.DateTimeFormat(languageTag(locale), { dateStyle, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The name of a language, in the reader's language. */
export function languageName(reader: Language, named: Language): string {
  return new Intl.DisplayNames(languageTag(reader), { type: 'language' }).of(languageTag(named)) ?? named;
}
