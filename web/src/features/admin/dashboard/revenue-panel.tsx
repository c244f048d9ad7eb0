import type { AdminDashboard } from '@kindling/contract/admin-dashboard';
import { formatMoney } from '@kindling/contract/money';
import { languageFacts } from '@kindling/locales/languages.ts';
import { IconReceipt } from '@tabler/icons-react';
import { formatMonth } from '../../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { ColumnChart } from '../../../ui/charts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import css from './dashboard.module.css';

/** What was paid less what was paid back, by month; a chart for each currency. */
export function RevenuePanel({ revenue }: { revenue: NonNullable<AdminDashboard['revenue']> }) {
  const { t } = useText();
  const { months, currencies } = revenue;
  if (currencies.length === 0)
    return (
      <Panel title={t('admin-dashboard:revenue.title')}>
        <EmptyState icon={<IconReceipt size={22} />} title={t('admin-dashboard:revenue.none')} />
      </Panel>
    );
  return currencies.map(({ currency, amounts }) => (
    <Currency key={currency} months={months} currency={currency} amounts={amounts} />
  ));
}

interface CurrencyProps {
  months: readonly string[];
  currency: string;
  amounts: readonly number[];
}

function Currency({ months, currency, amounts }: CurrencyProps) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const { tag } = languageFacts[currentLanguage(i18n)];
  const money = (amount: number) => formatMoney({ amount, currency }, tag);
  const title = t('admin-dashboard:revenue.in', { currency: currency.toUpperCase() });
  return (
    <Panel title={title} aside={<span className={css.total}>{money(amounts.at(-1) ?? 0)}</span>}>
      <p className={css.hint}>{t('admin-dashboard:revenue.note')}</p>
      <ColumnChart
        caption={title}
        labelHeading={t('admin-dashboard:revenue.month')}
        valueHeading={title}
        dense
        bars={months.map((month, index) => ({
          key: month,
          label: formatMonth(month, language, 'short'),
          longLabel: formatMonth(month, language, 'long'),
          // A month in which more was paid back than paid has no column; the table has its amount.
          value: Math.max(0, amounts[index] ?? 0),
          text: money(amounts[index] ?? 0),
        }))}
      />
    </Panel>
  );
}
