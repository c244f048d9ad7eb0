import { fallbackLanguage } from '@kindling/contract/constants';
import type { i18n } from 'i18next';
import type { Area } from './areas.ts';

/** Neither the language at hand nor the fallback has the texts of an area: the screen cannot be read. */
export class TextsMissing extends Error {
  constructor(area: Area) {
    super(`The texts of "${area}" could not be loaded.`);
    this.name = 'TextsMissing';
  }
}

/**
 * Loads the texts of one area, in the language at hand and in the fallback. Where only the fallback came, the screen
 * speaks English. @throws TextsMissing when neither did.
 */
export async function openArea(texts: i18n, area: Area): Promise<void> {
  await texts.loadNamespaces(area);
  const languages = [texts.resolvedLanguage ?? fallbackLanguage, fallbackLanguage];
  if (!languages.some((language) => texts.hasResourceBundle(language, area))) throw new TextsMissing(area);
}
