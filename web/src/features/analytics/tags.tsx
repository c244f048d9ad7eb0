import type { DashboardFigures } from '@kindling/contract/analytics';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { Link } from 'react-router';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { Sparkline } from './sparkline.tsx';
import css from './tags.module.css';

interface TagsProps {
  answer: DashboardFigures;
  pathOf: (filter: Pick<ReviewFilter, 'tagId'>) => string;
}

/** What each tag brought in the period, with a line over time. Nothing without a tag. */
export function Tags({ answer, pathOf }: TagsProps) {
  const { t, i18n } = useText();
  if (answer.tags.length === 0) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const highest = Math.max(1, ...answer.tags.flatMap(({ points }) => points));
  return (
    <Panel title={t('dashboard:tags')}>
      <table className={css.table}>
        <caption className="k-hidden">{t('dashboard:tags')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard:tag')}</th>
            <th scope="col" className={css.line}>
              {t('dashboard:overTime')}
            </th>
            <th scope="col">{t('dashboard:reviews')}</th>
            {answer.before === null ? null : (
              <th scope="col" className={css.wide}>
                {t('dashboard:periodBefore')}
              </th>
            )}
            <th scope="col">{t('dashboard:averageStars')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.tags.map(({ id, name, total, before, average, points }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={pathOf({ tagId: id })}>
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td className={css.line}>
                <Sparkline values={points} range={[0, highest]} />
                <span className="k-hidden">{points.map(number).join(', ')}</span>
              </td>
              <td>{number(total)}</td>
              {answer.before === null ? null : <td className={css.wide}>{number(before)}</td>}
              <td>{average === null ? '–' : formatAverage(average, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
