import type { Language } from '@kindling/contract/constants';
import type invitations from '@kindling/locales/en/invitations.json';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';

// locale-keys: invitations.ours.*

type OurText = keyof typeof invitations.ours;

/** Our own wording of a mail or a message in any of the languages; empty until it has loaded. */
export function useTextsIn(language: Language, businessName: string): (name: OurText) => string {
  const { i18n } = useText();
  const [, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    if (i18n.hasResourceBundle(language, 'invitations')) return;
    void i18n.reloadResources([language], ['invitations']).then(() => setLoaded(language));
  }, [i18n, language]);
  return (name) => {
    const text: unknown = i18n.getResource(language, 'invitations', `ours.${name}`);
    return typeof text === 'string' ? text.replaceAll('{{business}}', businessName) : '';
  };
}
