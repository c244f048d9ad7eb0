import type { Money } from '@kindling/contract/billing';
import { formatMoney } from '@kindling/contract/money';
import { languageFacts } from '@kindling/locales/languages.ts';
import { currentLanguage, useText } from '../../lib/i18n/text.ts';

/** Amounts as people read them in the language of the app. `short`: a whole amount without decimals, for prices. */
export function useMoney(): (money: Money, options?: { short?: boolean }) => string {
  const { i18n } = useText();
  const { tag } = languageFacts[currentLanguage(i18n)];
  return (money, options) => formatMoney(money, tag, options);
}
