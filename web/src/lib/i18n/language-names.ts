import { type Language, languages, listedLanguages } from '@kindling/contract/constants';

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
  es: 'Español',
  sr: 'Srpski',
};

/** The languages to choose from: those offered, and the one at hand even when it is not offered. */
export function offeredLanguages(current: string): Language[] {
  return languages.filter((one) => one === current || listedLanguages.some((listed) => listed === one));
}
