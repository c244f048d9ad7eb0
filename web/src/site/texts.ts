/** Texts of the public pages, read from `locales/` when the pages are made. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kindling/contract/constants';
import type siteTexts from '@kindling/locales/en/site.json';

export type SiteTexts = typeof siteTexts;

/** What each language calls itself. */
export const ownNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
  es: 'Español',
  sr: 'Srpski',
};

/**
 * One area in one language; the caller names the type of its English file. Run from the project's folder.
 * @throws Error when the language lacks the file.
 */
export function readTexts<T>(language: Language, area: string): T {
  return JSON.parse(readFileSync(join(process.cwd(), 'locales', language, `${area}.json`), 'utf8'));
}
