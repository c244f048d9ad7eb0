import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import type { i18n, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Area, coreAreas } from './areas.ts';

/** Keys of the app area plain, all others with their area: `common:save`, `reviews:title`. */
export type Translate = TFunction<readonly ['app', ...Exclude<Area, 'app'>[]]>;

/**
 * The texts at hand. The areas beyond the core are there because the route loaded them before it showed its screen
 * (`openArea` in open-area.ts); asking for them here would show bare keys until they came.
 */
export function useText() {
  const { t, i18n } = useTranslation(coreAreas);
  return { t: t as Translate, i18n };
}

/** The language that is read, which may be another than the one that was asked for (`de` for `de-AT`). */
export function currentLanguage({ resolvedLanguage }: i18n): Language {
  return languages.find((one) => one === resolvedLanguage) ?? fallbackLanguage;
}
