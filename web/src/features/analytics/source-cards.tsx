import type { Dashboard } from '@kindling/contract/analytics';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './dashboard.module.css';

/** Per source the platform's own average and count; never one number mixed from several. */
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
            <Recommendations positive={figures.recommended} negative={figures.notRecommended} />
          ) : (
            <p className={css.average}>
              <strong>{formatAverage(figures.platformAverage, i18n.language)}</strong>
              <Stars value={figures.platformAverage} size={17} decorative />
              <span className="k-hidden">{t('common:outOfFive')}</span>
            </p>
          )}
          <p className={css.note}>
            {figures.platformAverage !== null && figures.recommended + figures.notRecommended > 0
              ? `${formatNumber(figures.recommended, i18n.language)} ${t('dashboard.recommend', { count: figures.recommended })}, ${formatNumber(figures.notRecommended, i18n.language)} ${t('dashboard.recommendNot', { count: figures.notRecommended })}. `
              : null}
            {figures.platformCount === null
              ? t('dashboard.stored', { count: figures.stored })
              : t('dashboard.platformCount', {
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

/** Recommendations stay recommendations: they are never turned into stars. */
function Recommendations({ positive, negative }: { positive: number; negative: number }) {
  const { t, i18n } = useText();
  if (positive + negative === 0) return <p className={css.average}>{t('dashboard.noFigures')}</p>;
  return (
    <p className={css.average}>
      <strong>{formatNumber(positive, i18n.language)}</strong>
      <span>{t('dashboard.recommend', { count: positive })}</span>
      <strong>{formatNumber(negative, i18n.language)}</strong>
      <span>{t('dashboard.recommendNot', { count: negative })}</span>
    </p>
  );
}
