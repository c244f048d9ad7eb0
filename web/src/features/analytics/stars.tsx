import type { DashboardFigures } from '@kindling/contract/analytics';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { useNavigate } from 'react-router';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ChartPanel } from './charts/chart-panel.tsx';
import { ChartRoom, LazyStarsChart } from './charts/lazy-charts.tsx';
import css from './sections.module.css';

interface StarsProps {
  answer: DashboardFigures;
  pathOf: (filter: Pick<ReviewFilter, 'rating' | 'ratingMode' | 'recommendation'>) => string;
}

/** How many reviews of the period have how many stars; recommendations and thumbs apart, because they are no stars. */
export function StarsDistribution({ answer, pathOf }: StarsProps) {
  const { t, i18n } = useText();
  const navigate = useNavigate();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { figures, before } = answer;
  const stars = [5, 4, 3, 2, 1].map((rating) => ({
    rating,
    label: `${number(rating)} ★`,
    now: figures.ratings[rating - 1] ?? 0,
    before: before === null ? null : (before.figures.ratings[rating - 1] ?? 0),
  }));
  const rated = stars.reduce((sum, { now }) => sum + now, 0);
  const toOf = (rating: number) => pathOf({ rating, ratingMode: 'only' });
  const verdicts = figures.recommended + figures.notRecommended;
  return (
    <ChartPanel
      title={t('dashboard:stars')}
      summary={
        rated === 0
          ? t('dashboard:nothingInPeriod')
          : t('dashboard:starsSummary', {
              count: rated,
              five: number(stars[0]?.now ?? 0),
              one: number(stars[4]?.now ?? 0),
            })
      }
      height={224}
      headings={[
        t('dashboard:starsHeading'),
        t('dashboard:reviews'),
        ...(before === null ? [] : [t('dashboard:periodBefore')]),
      ]}
      rows={stars.map(({ rating, now, before: then }) => ({
        key: String(rating),
        cells: [
          t('dashboard:starLabel', { count: rating }),
          number(now),
          ...(then === null ? [] : [number(then)]),
        ],
        to: toOf(rating),
      }))}
      chart={
        <ChartRoom>
          <LazyStarsChart
            rows={stars}
            nowName={t('dashboard:thisPeriod')}
            beforeName={t('dashboard:periodBefore')}
            formatValue={number}
            onChoose={(index) => {
              const chosen = stars[index];
              if (chosen !== undefined) void navigate(toOf(chosen.rating));
            }}
          />
        </ChartRoom>
      }
      foot={
        <p className={css.foot}>
          {verdicts === 0
            ? null
            : t('dashboard:verdicts', {
                count: verdicts,
                up: number(figures.recommended),
                value: number(verdicts),
              })}
        </p>
      }
    />
  );
}
