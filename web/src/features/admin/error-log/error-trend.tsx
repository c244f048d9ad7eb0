import { type ErrorGroupDetails, errorLogLimits } from '@kindling/contract/error-log';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatCalendarDay, formatHour, formatMoment, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ColumnChart } from '../../../ui/charts.tsx';
import css from './error-log.module.css';

// locale-keys: admin-error-log.trend.*

const hourMs = 3_600_000;
const units = { hours: hourMs, days: 24 * hourMs } as const;
type Unit = keyof typeof units;
/** Columns between two labels. */
const labelEvery = { hours: 12, days: 15 } as const;

/** How often the error occurred, by hour or day. Days are those of UTC, by which they are counted. */
export function ErrorTrend({ details }: { details: ErrorGroupDetails }) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const [unit, setUnit] = useState<Unit>('hours');
  const length = units[unit];
  const counts = new Map(details[unit].map(({ startsAt, count }) => [Date.parse(startsAt), count]));
  const last = Math.floor(Date.now() / length) * length;
  const bars = Array.from({ length: errorLogLimits[unit] }, (_, at) => {
    const start = last - (errorLogLimits[unit] - 1 - at) * length;
    const value = counts.get(start) ?? 0;
    const iso = new Date(start).toISOString();
    const day = iso.slice(0, 10);
    const label =
      unit === 'hours'
        ? formatHour(new Date(start).getHours(), language)
        : formatCalendarDay(day, language, 'short');
    return {
      key: iso,
      // Half-way, so that no label is cut off at the ends.
      label: at % labelEvery[unit] === Math.floor(labelEvery[unit] / 2) ? label : '',
      longLabel: unit === 'hours' ? formatMoment(iso, language) : formatCalendarDay(day, language, 'short'),
      value,
      text: formatNumber(value, language),
    };
  });
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h3>{t('admin-error-log:trend.title')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('admin-error-log:trend.unit')}
          value={unit}
          onChange={(value) => setUnit(value === 'days' ? 'days' : 'hours')}
          data={[
            { value: 'hours', label: t('admin-error-log:trend.hours', { count: errorLogLimits.hours }) },
            { value: 'days', label: t('admin-error-log:trend.days', { count: errorLogLimits.days }) },
          ]}
        />
      </div>
      <ColumnChart
        dense
        bars={bars}
        caption={t('admin-error-log:trend.title')}
        labelHeading={t('admin-error-log:trend.time')}
        valueHeading={t('admin-error-log:trend.events')}
      />
    </section>
  );
}
