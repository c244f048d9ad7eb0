/** Which words name a plan. */
import type { Billing, BillingInterval, Money } from '@kindling/contract/billing';
import { useText } from '../../lib/i18n/text.ts';
import { cardNames } from '../../plan/pay-cards.tsx';
import { useMoney } from './use-money.ts';

// locale-keys: billing.price.*
// locale-keys: billing.interval.*

export const otherInterval = { month: 'year', year: 'month' } as const;

export function usePlanWords() {
  const { t } = useText();
  const money = useMoney();
  return {
    /** "$15 per month" */
    price: (price: Money, interval: BillingInterval) =>
      t(`billing:price.${interval}`, { amount: money(price, { short: true }) }),
    /** "Visa ending in 4242" */
    card: ({ brand, last4 }: NonNullable<Billing['card']>) =>
      t('billing:cardName', { brand: isCardBrand(brand) ? cardNames[brand] : brand, last4 }),
  };
}

const isCardBrand = (brand: string): brand is keyof typeof cardNames => Object.hasOwn(cardNames, brand);
