import type { Language } from '@kindling/contract/constants';
import type { PageTexts } from '@kindling/contract/pipeline-settings';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';

/** The file with the texts of visitors' pages, which the build puts beside those of the app. */
const area = 'collect';

/** Our own text for each one that the owner can replace; none for the introduction. */
const ourKeys = {
  question: 'question',
  introduction: null,
  linksTitle: 'linksTitle',
  reviewTitle: 'reviewTitle',
  messageTitle: 'messageTitle',
  thanksTitle: 'thanksTitle',
  thanks: 'thanksReview',
  consent: 'consentBoth',
} as const satisfies Record<keyof PageTexts, string | null>;

/** Our wording in any of the languages; empty until it has loaded. */
export function useOurTexts(language: Language, businessName: string): (name: keyof PageTexts) => string {
  const { i18n } = useText();
  const [, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    if (i18n.hasResourceBundle(language, area)) return;
    void i18n.reloadResources([language], [area]).then(() => setLoaded(language));
  }, [i18n, language]);
  return (name) => {
    const key = ourKeys[name];
    const text: unknown = key === null ? '' : i18n.getResource(language, area, key);
    return typeof text === 'string' ? text.replaceAll('{{name}}', businessName) : '';
  };
}
