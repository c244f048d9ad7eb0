import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { coreAreas } from './areas.ts';
import { cookieName, storedLanguage } from './choose-language.ts';

/** How texts are loaded. `retryTimeout` is in milliseconds and doubles with each try. */
export const loading = { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 } as const;

/**
 * The order in which the language is detected. `chosen` is what somebody picked in the language menu
 * (`selectedLanguage` in local storage); it comes before what was merely detected the last time.
 */
export const detection = {
  order: ['querystring', 'cookie', 'chosen', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: cookieName(),
  caches: ['localStorage'],
};

/**
 * Loads the texts of the current language. Also resolves when some of them did not load.
 * @param language that of the address, where it has one; nothing is detected or kept then
 */
export async function loadTexts(language?: Language): Promise<i18n> {
  const texts = createInstance();
  // Marks the page with the language that is shown, which is English when the texts of the chosen one did not load.
  const mark = () => {
    document.documentElement.lang = texts.resolvedLanguage ?? fallbackLanguage;
    document.documentElement.dir = texts.dir();
  };
  texts.on('languageChanged', mark);
  const detector = new LanguageDetector();
  detector.addDetector({ name: 'chosen', lookup: () => storedLanguage() ?? undefined });
  await texts
    .use(HttpBackend)
    .use(detector)
    .use(initReactI18next)
    .init({
      ...loading,
      fallbackLng: fallbackLanguage,
      supportedLngs: [...languages],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: [...coreAreas],
      defaultNS: 'app',
      ...(language === undefined ? { detection } : { lng: language, detection: { caches: [] } }),
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      // React escapes text; escaping it twice would show entities.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  return texts;
}

/** Whether the core texts are loaded, in the current language or in English. */
export function hasTexts(texts: i18n): boolean {
  const shown = [texts.resolvedLanguage ?? fallbackLanguage, fallbackLanguage];
  return coreAreas.every((area) => shown.some((language) => texts.hasResourceBundle(language, area)));
}
