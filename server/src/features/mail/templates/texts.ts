/** Texts of mails, in the language of who gets them. */
import type { Language } from '@kindling/contract/constants';
import de from '@kindling/locales/de/mail.json' with { type: 'json' };
import en from '@kindling/locales/en/mail.json' with { type: 'json' };
import es from '@kindling/locales/es/mail.json' with { type: 'json' };
import fr from '@kindling/locales/fr/mail.json' with { type: 'json' };
import nl from '@kindling/locales/nl/mail.json' with { type: 'json' };
import sr from '@kindling/locales/sr/mail.json' with { type: 'json' };

/** A language that lacks a text does not compile. */
export type MailTexts = typeof en;

const texts: Record<Language, MailTexts> = { en, fr, de, nl, es, sr };
/** Serbian is written in Latin letters here; plain `sr` would give Cyrillic months and a wrong voice in readers. */
const tags: Record<Language, string> = { en: 'en', fr: 'fr', de: 'de', nl: 'nl', es: 'es', sr: 'sr-Latn' };

export function mailTexts(locale: Language): MailTexts {
  return texts[locale];
}

/** BCP 47 tag for the `lang` attribute. */
export function languageTag(locale: Language): string {
  return tags[locale];
}

/** A calendar day (`YYYY-MM-DD`) in words, so that no reader mistakes 3/4 for 4/3. */
export function formatDay(locale: Language, day: string): string {
  // Serbian month names would need another case in a sentence, and its readers know one order of figures only.
  const dateStyle = locale === 'sr' ? 'medium' : 'long';
  const format = new Intl.DateTimeFormat(languageTag(locale), { dateStyle, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The name of a language in the reader's language. */
export function languageName(reader: Language, named: Language): string {
  return new Intl.DisplayNames(languageTag(reader), { type: 'language' }).of(languageTag(named)) ?? named;
}
