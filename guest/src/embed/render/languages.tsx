/** The languages in which one embed can be read. */
import { type Language, languages } from '@kindling/contract/constants';
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';

/** Its own language alone, or first, before those of the pages that it follows. */
export function languagesOf({
  language,
  followsPageLanguage,
}: Pick<EmbedSettings, 'language' | 'followsPageLanguage'>): readonly Language[] {
  if (!followsPageLanguage) return [language];
  return [language, ...languages.filter((other) => other !== language)];
}

/** The same content, with texts, dates and plurals of another language. */
export function inLanguage(snapshot: Snapshot, language: Language): Snapshot {
  return { ...snapshot, settings: { ...snapshot.settings, language } };
}
