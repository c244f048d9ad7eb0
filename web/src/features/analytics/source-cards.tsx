import type { Dashboard } from '@kindling/contract/analytics';
import { formatAverage, formatList, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import css from './dashboard.module.css';

// locale-keys: common.source.*

type SourceFigures = Dashboard['sources'][number];

interface SourceCardsProps {
  dashboard: Pick<Dashboard, 'sources' | 'combined'>;
}

/** What each source says itself; the figure of several says that it is combined, and of which. */
export function SourceCards({ dashboard: { sources, combined } }: SourceCardsProps) {
  const { t, i18n } = useText();
  return (
    <section aria-label={t('dashboard:platforms')}>
      <h2 className={css.sectionTitle}>{t('dashboard:platforms')}</h2>
      <div className={css.sources}>
        {sources.map((figures) => (
          <section key={figures.source} className={css.source}>
            <h3 className={css.sourceName}>
              <SourceName source={figures.source} />
            </h3>
            {figures.source === 'first-party' ? (
              <FirstPartyFigures figures={figures} />
            ) : (
              <PlatformFigures figures={figures} />
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
        {combined === null ? null : <CombinedFigure combined={combined} />}
      </div>
    </section>
  );
}

function CombinedFigure({ combined }: { combined: NonNullable<Dashboard['combined']> }) {
  const { t, i18n } = useText();
  const names = combined.sources.map((source) => t(`common:source.${source}`));
  return (
    <section className={css.source}>
      <h3 className={css.sourceName}>{t('dashboard:combined')}</h3>
      <Average value={combined.average} />
      <p className={css.note}>
        {t('dashboard:combinedOf', {
          count: combined.count,
          value: formatNumber(combined.count, i18n.language),
          sources: formatList(names, i18n.language),
        })}
      </p>
    </section>
  );
}

function PlatformFigures({ figures }: { figures: SourceFigures }) {
  const { platformAverage, recommended, notRecommended } = figures;
  if (platformAverage === null)
    return <RecommendationFigures positive={recommended} negative={notRecommended} />;
  return (
    <>
      <Average value={platformAverage} />
      <Recommendations positive={recommended} negative={notRecommended} />
    </>
  );
}

/** Stars and thumbs apart: a thumb is no star. */
function FirstPartyFigures({ figures }: { figures: SourceFigures }) {
  const { t, i18n } = useText();
  const { stars, recommended, notRecommended } = figures;
  const thumbs = recommended + notRecommended;
  const number = (value: number) => formatNumber(value, i18n.language);
  const thumbsText = t('dashboard:thumbs', { count: thumbs, up: number(recommended), value: number(thumbs) });
  if (stars === null)
    return <p className={css.average}>{thumbs === 0 ? t('dashboard:noRatings') : thumbsText}</p>;
  return (
    <>
      <Average value={stars.average} />
      <p className={css.note}>
        {t('dashboard:rated', { count: stars.count, value: number(stars.count) })}
        {thumbs === 0 ? null : ` · ${thumbsText}`}
      </p>
    </>
  );
}

function Average({ value }: { value: number }) {
  const { t, i18n } = useText();
  return (
    <p className={css.average}>
      <strong>{formatAverage(value, i18n.language)}</strong>
      <Stars value={value} size={17} decorative />
      <span className="k-hidden">{t('common:outOfFive')}</span>
    </p>
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
