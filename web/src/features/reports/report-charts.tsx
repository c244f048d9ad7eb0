import type { MonthlyReport } from '@kindling/contract/reports';
import { formatCalendarDay, formatMonth, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ColumnChart, DistributionBars } from '../../ui/charts.tsx';
import css from './report.module.css';

/** Every fifth day has its number below it. */
const labeledDays = 5;

export function DayBars({ days }: Pick<MonthlyReport, 'days'>) {
  const { t, i18n } = useText();
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('report:days')}</h3>
      <ColumnChart
        dense
        caption={t('report:days')}
        labelHeading={t('report:day')}
        valueHeading={t('report:written')}
        bars={days.map(({ day, written }, index) => ({
          key: day,
          label: index % labeledDays === 0 ? formatNumber(Number(day.slice(8)), i18n.language) : '',
          longLabel: formatCalendarDay(day, i18n.language, 'long'),
          value: written,
          text: written === null ? '–' : formatNumber(written, i18n.language),
        }))}
      />
    </section>
  );
}

export function MonthBars({ trend, month }: Pick<MonthlyReport, 'trend' | 'month'>) {
  const { t, i18n } = useText();
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('report:trend')}</h3>
      <ColumnChart
        caption={t('report:trend')}
        labelHeading={t('report:month')}
        valueHeading={t('report:written')}
        bars={trend.map((one) => ({
          key: one.month,
          label: formatMonth(one.month, i18n.language, 'short').slice(0, one.month === month ? undefined : 3),
          longLabel: formatMonth(one.month, i18n.language, 'long'),
          value: one.written,
          text: formatNumber(one.written, i18n.language),
        }))}
      />
    </section>
  );
}

export function StarBars({ histogram }: Pick<MonthlyReport, 'histogram'>) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('report:histogram')}</h3>
      <DistributionBars
        caption={t('report:histogram')}
        bars={histogram
          .map((count, index) => ({
            key: String(index),
            label: `${number(index + 1)} ★`,
            longLabel: t('report:starsOfFive', { number: number(index + 1) }),
            value: count,
            text: number(count),
          }))
          .toReversed()}
      />
    </section>
  );
}
