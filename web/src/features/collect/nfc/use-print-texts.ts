import type { Language } from '@kindling/contract/constants';
import type print from '@kindling/locales/en/print.json';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';

const area = 'print';

/** Words of prints in any of the languages; empty until they have loaded. */
export function usePrintTexts(language: Language): (name: keyof typeof print) => string {
  const { i18n } = useText();
  const [, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    if (i18n.hasResourceBundle(language, area)) return;
    void i18n.reloadResources([language], [area]).then(() => setLoaded(language));
  }, [i18n, language]);
  return (name) => {
    const text: unknown = i18n.getResource(language, area, name);
    return typeof text === 'string' ? text : '';
  };
}
