import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import type { i18n, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Area, coreAreas } from './areas.ts';

/** Keys of the area `app` are plain, all others begin with their area: `common:save`, `reviews:title`. */
export type Translate = TFunction<readonly ['app', ...Exclude<Area, 'app'>[]]>;

/**
 * The texts. The route has loaded the area of its screen before it shows it (`loadArea` in load-area.ts); loading it
 * here would show bare keys until it arrives.
 */
export function useText() {
  const { t, i18n } = useTranslation(coreAreas);
  return { t: t as Translate, i18n };
}

/** The language that is shown, which may differ from the requested one (`de` for `de-AT`). */
export function currentLanguage({ resolvedLanguage }: i18n): Language {
  return languages.find((one) => one === resolvedLanguage) ?? fallbackLanguage;
}
