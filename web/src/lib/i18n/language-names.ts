import { type Language, languages, listedLanguages } from '@kindling/contract/constants';

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
  es: 'Español',
  sr: 'Srpski',
};

/** The languages on offer, and the current one even when it is not on offer. */
export function offeredLanguages(current: string): Language[] {
  return languages.filter((one) => one === current || listedLanguages.some((listed) => listed === one));
}
