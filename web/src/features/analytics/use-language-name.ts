import { languageNames } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';

/** Names of languages by their ISO 639 codes, in the app's language; the code itself where it has none. */
export function useLanguageName(): (code: string) => string {
  const { i18n } = useText();
  const names = languageNames(i18n.language);
  return (code) => {
    const name = names.of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(i18n.language) + name.slice(1);
  };
}
