import type { DashboardFigures, DaySpan, TrendStep } from '@kindling/contract/analytics';
import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import { formatAverage, formatCalendarDay, formatMonth, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ChartPanel } from './charts/chart-panel.tsx';
import { ChartRoom, LazyTrendChart } from './charts/lazy-charts.tsx';
import { useSpanText } from './use-span-text.ts';

// locale-keys: dashboard.step.*

const steps = ['day', 'week', 'month'] as const satisfies readonly TrendStep[];

interface TrendProps {
  answer: DashboardFigures;
  recounting: boolean;
  /** The step that was asked for; null: the one that suits the period. */
  step: TrendStep | null;
  onStep: (step: TrendStep | null) => void;
  pathOf: (filter: Partial<DaySpan>) => string;
}

/** How many reviews were written and with how many stars, by day, week or month. */
export function Trend({ answer, recounting, step, onStep, pathOf }: TrendProps) {
  const { t, i18n } = useText();
  const spanText = useSpanText();
  const navigate = useNavigate();
  const { language } = i18n;
  const { points, step: drawn } = answer.trend;
  const isMonth = drawn === 'month';
  const nameOf = (span: DaySpan) =>
    isMonth ? formatMonth(span.from.slice(0, 7), language, 'long') : spanText(span);
  const labelOf = ({ from }: DaySpan) =>
    isMonth ? formatMonth(from.slice(0, 7), language, 'short') : formatCalendarDay(from, language, 'short');
  const most = points.reduce((best, point) => (point.total > best.total ? point : best), points[0] ?? empty);
  const average = answer.figures.average;
  return (
    <ChartPanel
      title={t('dashboard:trend')}
      summary={
        answer.figures.total === 0
          ? t('dashboard:nothingInPeriod')
          : t('dashboard:trendSummary', {
              count: answer.figures.total,
              most: nameOf(most),
              mostCount: formatNumber(most.total, language),
              average: average === null ? '–' : formatAverage(average, language),
            })
      }
      height={280}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard:stepOf')}
          value={step ?? 'auto'}
          onChange={(value) => onStep(steps.find((one) => one === value) ?? null)}
          data={[
            { value: 'auto', label: t('dashboard:step.auto') },
            ...steps.map((one) => ({ value: one, label: t(`dashboard:step.${one}`) })),
          ]}
        />
      }
      headings={[t('dashboard:time'), t('dashboard:reviews'), t('dashboard:averageStars')]}
      rows={points.map((point) => ({
        key: point.from,
        cells: [
          nameOf(point),
          formatNumber(point.total, language),
          point.average === null ? '–' : formatAverage(point.average, language),
        ],
        ...(point.total === 0 ? {} : { to: pathOf({ from: point.from, to: point.to }) }),
      }))}
      chart={
        <ChartRoom>
          <LazyTrendChart
            points={points.map((point) => ({
              label: labelOf(point),
              name: nameOf(point),
              total: point.total,
              average: point.average,
            }))}
            totalName={t('dashboard:reviews')}
            averageName={t('dashboard:averageStars')}
            formatValue={(value) => formatNumber(value, language)}
            onChoose={(index) => {
              const point = points[index];
              if (point !== undefined) void navigate(pathOf({ from: point.from, to: point.to }));
            }}
          />
        </ChartRoom>
      }
      foot={recounting ? <Notice tone="info">{t('dashboard:recounting')}</Notice> : null}
    />
  );
}

const empty = { from: '', to: '', total: 0, average: null };
