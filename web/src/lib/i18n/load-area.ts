import { fallbackLanguage } from '@kindling/contract/constants';
import type { i18n } from 'i18next';
import { ApiError } from '../api/problem.ts';
import type { Area } from './areas.ts';

/** Neither the current language nor the fallback has the texts of an area, so the screen cannot be read. */
export class MissingTextsError extends Error {
  constructor(area: Area) {
    super(`The texts of "${area}" could not be loaded.`, { cause: new ApiError({ code: 'network' }) });
    this.name = 'MissingTextsError';
  }
}

/** Loads in progress or done, by `language/area`. */
const loadingFiles = new WeakMap<i18n, Map<string, Promise<void>>>();

/** Loads one file once. The library's own loading of an area waits for all other loads in progress, however slow. */
function loadFile(texts: i18n, language: string, area: Area): Promise<void> {
  if (texts.hasResourceBundle(language, area)) return Promise.resolve();
  const known = loadingFiles.get(texts) ?? new Map<string, Promise<void>>();
  loadingFiles.set(texts, known);
  const name = `${language}/${area}`;
  const loading = known.get(name) ?? texts.reloadResources([language], [area]);
  known.set(name, loading);
  return loading;
}

/** Registers the area, so that a later change of language loads it too. */
function addNamespace(texts: i18n, area: Area): void {
  const { ns = [] } = texts.options;
  const areas = typeof ns === 'string' ? [ns] : ns;
  if (!areas.includes(area)) texts.options.ns = [...areas, area];
}

/**
 * Loads the texts of one area in the current language and in the fallback. When only the fallback arrives, the screen
 * is in English. @throws MissingTextsError when neither arrives; the next call tries again.
 */
export async function loadArea(texts: i18n, area: Area): Promise<void> {
  const languages = [...new Set([texts.resolvedLanguage ?? fallbackLanguage, fallbackLanguage])];
  addNamespace(texts, area);
  await Promise.all(languages.map((language) => loadFile(texts, language, area)));
  if (languages.some((language) => texts.hasResourceBundle(language, area))) return;
  for (const language of languages) loadingFiles.get(texts)?.delete(`${language}/${area}`);
  throw new MissingTextsError(area);
}
