import type { PlanPrices } from '@kindling/contract/billing';
import { toSmallestUnit } from '@kindling/contract/money';
import type { Settings } from '../../config/settings.ts';

/** What the plan costs in this installation; null without plans. */
export function planPrices({ payments, prices }: Pick<Settings, 'payments' | 'prices'>): PlanPrices | null {
  if (payments === null) return null;
  const { monthly, yearly, currency } = prices;
  return {
    currency,
    month: toSmallestUnit(monthly, currency),
    year: toSmallestUnit(yearly, currency),
    simulated: payments.simulated,
  };
}
