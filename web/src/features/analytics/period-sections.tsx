import type { DashboardFigures, DashboardPeriod, DaySpan, TrendStep } from '@kindling/contract/analytics';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { Ranking } from './ranking.tsx';
import css from './sections.module.css';
import { StarsDistribution } from './stars.tsx';
import { Tags } from './tags.tsx';
import { Trend } from './trend.tsx';
import { useLanguageName } from './use-language-name.ts';
import { Words } from './words.tsx';

interface PeriodSectionsProps {
  answer: DashboardFigures;
  period: DashboardPeriod;
  recounting: boolean;
  step: TrendStep | null;
  onStep: (step: TrendStep | null) => void;
  /** The path of the reviews of the choice, further filtered. */
  pathOf: (filter: ReviewFilter) => string;
}

/** What was written in the period, below the key figures. */
export function PeriodSections({ answer, period, recounting, step, onStep, pathOf }: PeriodSectionsProps) {
  const { t } = useText();
  const languageName = useLanguageName();
  const unknown = answer.languages.find(({ language }) => language === null);
  return (
    <>
      <ErrorBoundary>
        <Trend
          answer={answer}
          recounting={recounting}
          step={step}
          onStep={onStep}
          pathOf={(span: Partial<DaySpan>) => pathOf(span)}
        />
      </ErrorBoundary>
      <div className={css.thirds}>
        <ErrorBoundary>
          <StarsDistribution answer={answer} pathOf={pathOf} />
        </ErrorBoundary>
        <ErrorBoundary>
          <Ranking
            title={t('dashboard:locations')}
            rows={answer.locations.map(({ id, name, total, average }) => ({
              key: id,
              name: <bdi>{name}</bdi>,
              total,
              average,
              to: pathOf({ locationId: id }),
            }))}
            note={
              answer.moreLocations === 0
                ? undefined
                : t('dashboard:moreLocations', { count: answer.moreLocations })
            }
          />
        </ErrorBoundary>
        <ErrorBoundary>
          <Ranking
            title={t('dashboard:periodSources')}
            rows={answer.sources
              .filter(({ total }) => total > 0)
              .map(({ source, total, average, recommended, notRecommended }) => ({
                key: source,
                name: <SourceName source={source} />,
                total,
                average,
                // Thumbs of our own pages are no recommendations.
                ...(source === 'first-party' ? {} : { recommended, notRecommended }),
                to: pathOf({ source }),
              }))}
          />
        </ErrorBoundary>
      </div>
      <div className={css.twoThirds}>
        <ErrorBoundary>
          <Words period={period} pathOf={pathOf} />
        </ErrorBoundary>
        <ErrorBoundary>
          <Ranking
            title={t('dashboard:languages')}
            rows={answer.languages.flatMap(({ language, total, average }) =>
              language === null
                ? []
                : { key: language, name: languageName(language), total, average, to: pathOf({ language }) },
            )}
            note={
              unknown === undefined ? undefined : t('dashboard:unknownLanguage', { count: unknown.total })
            }
          />
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <Tags answer={answer} pathOf={pathOf} />
      </ErrorBoundary>
    </>
  );
}
