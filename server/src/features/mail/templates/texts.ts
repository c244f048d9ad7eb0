/** The texts of mails in each language. */
import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import type en from '@kindling/locales/en/mail.json';
import { languageFacts } from '@kindling/locales/languages.ts';

export type MailTexts = typeof en;

/** A calendar day (`YYYY-MM-DD`) with the month in words, because 3/4 is ambiguous. */
export function formatDay(locale: Language, day: string): string {
  const dateStyle = languageFacts[locale].numericDates ? 'medium' : 'long';
  const format = new Intl.DateTimeFormat(languageTag(locale), { dateStyle, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The name of a language, in the reader's language. */
export function languageName(reader: Language, named: Language): string {
  return new Intl.DisplayNames(languageTag(reader), { type: 'language' }).of(languageTag(named)) ?? named;
}
