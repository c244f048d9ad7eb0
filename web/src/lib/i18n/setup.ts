import { builtLanguages } from 'virtual:kindling-build';
import { fallbackLanguage } from '@kindling/contract/constants';
import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { coreAreas } from './areas.ts';
import { cookieName, storedLanguage } from './choose-language.ts';

/** How texts are loaded; figures of specification.md section 9. The pause doubles with each try. */
export const loading = { maxParallelReads: 10, maxRetries: 5, retryTimeout: 350 } as const;

/**
 * Order in which the language is looked for; specification.md section 2. `chosen` is what somebody picked in the
 * switcher (`selectedLanguage` in local storage): it stands before what was merely detected the last time.
 */
export const detection = {
  order: ['querystring', 'cookie', 'chosen', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: cookieName(),
  caches: ['localStorage'],
};

/** Loads the texts of the language at hand. Resolves also when some could not be loaded. */
export async function loadTexts(): Promise<i18n> {
  const texts = createInstance();
  // What is read is marked, not what was asked for: where a language's texts did not come, the page speaks English.
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
      supportedLngs: [...builtLanguages],
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      ns: [...coreAreas],
      defaultNS: 'app',
      detection,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      // React escapes what it prints; escaping twice would show entities.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  return texts;
}

/** Whether the core can be read at all, in the language at hand or in English. */
export function hasTexts(texts: i18n): boolean {
  const languages = [texts.resolvedLanguage ?? fallbackLanguage, fallbackLanguage];
  return coreAreas.every((area) => languages.some((language) => texts.hasResourceBundle(language, area)));
}
