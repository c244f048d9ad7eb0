import type { AdminDashboard } from '@kindling/contract/admin-dashboard';
import { formatCalendarDay, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ColumnChart } from '../../../ui/charts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import css from './dashboard.module.css';

// locale-keys: admin-dashboard.chart.*

type Day = AdminDashboard['days'][number];

/** What is drawn: a name of the texts, and the value of a day. */
const charts = [
  { name: 'reviews', countOf: (day: Day) => day.reviews },
  { name: 'accounts', countOf: (day: Day) => day.accounts },
  { name: 'users', countOf: (day: Day) => day.users },
  { name: 'syncs', countOf: (day: Day) => day.syncs.succeeded + day.syncs.partial + day.syncs.failed },
  { name: 'failedSyncs', countOf: (day: Day) => day.syncs.failed },
  { name: 'mail', countOf: (day: Day) => day.mail.sent },
] as const;

/** Labels of days stand this far apart, so that they do not touch each other. */
const maxLabels = 6;

export function DayCharts({ days, stale }: { days: AdminDashboard['days']; stale: boolean }) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const step = Math.ceil(days.length / maxLabels);
  return (
    <div className={css.charts} data-stale={stale || undefined}>
      {charts.map(({ name, countOf }) => (
        <Panel
          key={name}
          title={t(`admin-dashboard:chart.${name}`)}
          aside={
            <span className={css.total}>
              {formatNumber(
                days.reduce((sum, day) => sum + countOf(day), 0),
                language,
              )}
            </span>
          }
        >
          <ColumnChart
            caption={t(`admin-dashboard:chart.${name}`)}
            labelHeading={t('admin-dashboard:days.day')}
            valueHeading={t(`admin-dashboard:chart.${name}`)}
            dense
            bars={days.map((day, index) => ({
              key: day.day,
              // Counted from the end, so that today has its label.
              label:
                (days.length - 1 - index) % step === 0 ? formatCalendarDay(day.day, language, 'short') : '',
              longLabel: formatCalendarDay(day.day, language, 'long'),
              value: countOf(day),
              text: formatNumber(countOf(day), language),
            }))}
          />
        </Panel>
      ))}
    </div>
  );
}
