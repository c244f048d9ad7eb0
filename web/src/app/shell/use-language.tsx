import { languages } from '@kindling/contract/constants';
import { useTour } from '../../lib/auth/session.tsx';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { offeredLanguages } from '../../lib/i18n/language-names.ts';
import { currentLanguage, useText } from '../../lib/i18n/text.ts';
import { toast } from '../../ui/toast.ts';

/**
 * The current language, the languages on offer, and how to choose one. Shows a toast when the texts of the chosen
 * language do not load.
 */
export function useLanguage() {
  const { t, i18n } = useText();
  const current = currentLanguage(i18n);
  const tour = useTour();
  const choose = async (language: string) => {
    const known = languages.find((one) => one === language);
    if (tour !== null && known !== undefined) {
      // As on the other public pages, each language has an address.
      location.assign(tour.addressIn(known));
      return;
    }
    await chooseLanguage(i18n, language);
    if (!i18n.hasResourceBundle(language, 'app')) toast({ tone: 'bad', message: t('menu.languageFailed') });
  };
  return {
    current,
    offered: offeredLanguages(current),
    choose: (language: string) => void choose(language),
  };
}
