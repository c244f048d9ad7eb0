/** Reads the texts of the public pages from `locales/` when the pages are built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@kindling/contract/constants';
import type siteTexts from '@kindling/locales/en/site.json';

export type SiteTexts = typeof siteTexts;

/**
 * Reads one area in one language; the caller gives the type of its English file. Run in the project's folder.
 * @throws Error when the language has no such file.
 */
export function readTexts<T>(language: Language, area: string): T {
  return JSON.parse(readFileSync(join(process.cwd(), 'locales', language, `${area}.json`), 'utf8'));
}
