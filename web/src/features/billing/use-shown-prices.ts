import type { PlanPrices } from '@kindling/contract/billing';
import { formatPercent } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import type { ShownPrices } from '../../plan/plan-text.ts';
import { savingOf } from './saving-of.ts';
import { useMoney } from './use-money.ts';

/** The prices of the plan as the receipt shows them. */
export function useShownPrices(): (prices: Pick<PlanPrices, 'currency' | 'month' | 'year'>) => ShownPrices {
  const { i18n } = useText();
  const format = useMoney();
  return ({ currency, month, year }) => {
    const short = (amount: number) => format({ amount, currency }, { short: true });
    const saving = savingOf({ month, year });
    return {
      month: short(month),
      year: short(year),
      yearMonthly: short(Math.round(year / 12)),
      currency,
      saving: saving === null ? null : formatPercent(saving, i18n.language),
    };
  };
}
