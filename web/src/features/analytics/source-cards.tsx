import type { Dashboard } from '@kindling/contract/analytics';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './dashboard.module.css';

/** The platform's own average and count per source; never a figure combined from several. */
export function SourceCards({ sources }: { sources: Dashboard['sources'] }) {
  const { t, i18n } = useText();
  return (
    <div className={css.sources}>
      {sources.map((figures) => (
        <section key={figures.source} className={css.source}>
          <h2 className={css.sourceName}>
            <SourceName source={figures.source} />
          </h2>
          {figures.platformAverage === null ? (
            <RecommendationFigures positive={figures.recommended} negative={figures.notRecommended} />
          ) : (
            <p className={css.average}>
              <strong>{formatAverage(figures.platformAverage, i18n.language)}</strong>
              <Stars value={figures.platformAverage} size={17} decorative />
              <span className="k-hidden">{t('common:outOfFive')}</span>
            </p>
          )}
          {figures.platformAverage === null ? null : (
            <Recommendations positive={figures.recommended} negative={figures.notRecommended} />
          )}
          <p className={css.note}>
            {figures.platformCount === null
              ? t('dashboard:stored', { count: figures.stored })
              : t('dashboard:platformCount', {
                  count: figures.platformCount,
                  total: formatNumber(figures.platformCount, i18n.language),
                  stored: formatNumber(figures.stored, i18n.language),
                })}
          </p>
        </section>
      ))}
    </div>
  );
}

interface RecommendationCounts {
  positive: number;
  negative: number;
}

/** The counts of recommendations, beside an average. */
function Recommendations({ positive, negative }: RecommendationCounts) {
  const { t, i18n } = useText();
  if (positive + negative === 0) return null;
  const count = (value: number) => ({ count: value, value: formatNumber(value, i18n.language) });
  return (
    <p className={css.note}>
      {t('dashboard:recommendCount', count(positive))} · {t('dashboard:recommendNotCount', count(negative))}
    </p>
  );
}

/** Recommendations instead of an average: they are never converted into stars. */
function RecommendationFigures({ positive, negative }: RecommendationCounts) {
  const { t, i18n } = useText();
  if (positive + negative === 0) return <p className={css.average}>{t('dashboard:noFigures')}</p>;
  return (
    <p className={css.average}>
      <strong>{formatNumber(positive, i18n.language)}</strong>
      <span>{t('dashboard:recommend', { count: positive })}</span>
      <strong>{formatNumber(negative, i18n.language)}</strong>
      <span>{t('dashboard:recommendNot', { count: negative })}</span>
    </p>
  );
}
