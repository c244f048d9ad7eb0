import type { MonthlyReport } from '@kindling/contract/reports';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './report.module.css';

type SourceRow = MonthlyReport['sources'][number];

/** Each source with its month, and what the platform itself says of all reviews. */
export function SourceTable({ sources }: Pick<MonthlyReport, 'sources'>) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  if (sources.length === 0) return null;
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('report:sources')}</h3>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('report:source')}</th>
              <th scope="col">{t('report:written')}</th>
              <th scope="col">{t('report:sourceAverage')}</th>
              <th scope="col">{t('report:platformToday')}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((row) => (
              <tr key={row.source}>
                <th scope="row">{t(`common:source.${row.source}`)}</th>
                <td>{number(row.written)}</td>
                <td>
                  <Ratings row={row} />
                </td>
                <td>
                  {row.platformAverage === null || row.platformCount === null
                    ? '–'
                    : t('report:platformFigure', {
                        average: formatAverage(row.platformAverage, i18n.language),
                        number: number(row.platformCount),
                        count: row.platformCount,
                      })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Recommendations and thumbs are no stars, so they are counted beside them. */
function Ratings({ row: { source, average, recommended, notRecommended } }: { row: SourceRow }) {
  const { t, i18n } = useText();
  const votes = {
    yes: formatNumber(recommended, i18n.language),
    no: formatNumber(notRecommended, i18n.language),
    count: recommended,
  };
  const parts = [
    ...(average === null ? [] : [formatAverage(average, i18n.language)]),
    ...(recommended + notRecommended === 0
      ? []
      : [t(source === 'first-party' ? 'report:thumbs' : 'report:recommend', votes)]),
  ];
  return parts.length === 0 ? '–' : parts.join(', ');
}

export function LocationTable({ locations }: Pick<MonthlyReport, 'locations'>) {
  const { t, i18n } = useText();
  const most = Math.max(1, ...locations.map(({ written }) => written));
  return (
    <section className={css.part}>
      <h3 className={css.partTitle}>{t('report:locations')}</h3>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('report:location')}</th>
              <th scope="col">{t('report:written')}</th>
              <th scope="col">{t('report:sourceAverage')}</th>
            </tr>
          </thead>
          <tbody>
            {locations.map(({ id, name, written, average }) => (
              <tr key={id}>
                <th scope="row" dir="auto" data-foreign>
                  {name}
                </th>
                <td>
                  <span className={css.bar} aria-hidden="true">
                    <span style={{ width: `${(written / most) * 100}%` }} />
                  </span>
                  {formatNumber(written, i18n.language)}
                </td>
                <td>{average === null ? '–' : formatAverage(average, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
