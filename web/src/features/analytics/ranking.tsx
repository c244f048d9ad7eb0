import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatAverage, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Panel } from '../../ui/panel.tsx';
import css from './ranking.module.css';

export interface RankedRow {
  key: string;
  name: ReactNode;
  total: number;
  average: number | null;
  /** Of a source without stars. */
  recommended?: number;
  notRecommended?: number;
  /** The reviews behind it; null where the list cannot be filtered by it. */
  to: string | null;
}

interface RankingProps {
  title: string;
  rows: readonly RankedRow[];
  /** Below the rows. */
  note?: string | undefined;
}

const shownAtFirst = 6;

/** Names with their number as a bar, most first. The numbers stand in the row, so it needs no other table. */
export function Ranking({ title, rows, note }: RankingProps) {
  const { t, i18n } = useText();
  const [isLong, setLong] = useState(false);
  const highest = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <Panel title={title}>
      {rows.length === 0 ? null : (
        <p className={css.heads} aria-hidden="true">
          <span>{t('dashboard:averageStars')}</span>
          <span>{t('dashboard:reviews')}</span>
        </p>
      )}
      <ol className={css.rows} aria-label={title}>
        {rows.slice(0, isLong ? rows.length : shownAtFirst).map((row) => {
          const { key, name, total, to } = row;
          const content = (
            <>
              <span className={css.name}>{name}</span>
              <span className={css.average}>
                <Verdict row={row} />
              </span>
              <span className={css.total}>{formatNumber(total, i18n.language)}</span>
              <span className={css.track} aria-hidden="true">
                <span className={css.fill} style={{ width: `${(total / highest) * 100}%` }} />
              </span>
            </>
          );
          return (
            <li key={key}>
              {to === null ? (
                <span className={css.row}>{content}</span>
              ) : (
                <Link className={css.row} to={to}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      {rows.length === 0 ? <p className={css.none}>{t('dashboard:nothingInPeriod')}</p> : null}
      {rows.length > shownAtFirst && !isLong ? (
        <Button variant="subtle" size="xs" onClick={() => setLong(true)}>
          {t('dashboard:showAll', { count: rows.length })}
        </Button>
      ) : null}
      {note === undefined ? null : <p className={css.none}>{note}</p>}
    </Panel>
  );
}

/** The average, or how many recommend where there are no stars: one is never converted into the other. */
function Verdict({ row: { average, recommended = 0, notRecommended = 0 } }: { row: RankedRow }) {
  const { t, i18n } = useText();
  const votes = recommended + notRecommended;
  if (average !== null)
    return (
      <>
        {formatAverage(average, i18n.language)}
        <span aria-hidden="true"> ★</span>
        <span className="k-hidden"> {t('common:outOfFive')}</span>
      </>
    );
  if (votes === 0) return null;
  return t('dashboard:recommendOf', {
    count: recommended,
    yes: formatNumber(recommended, i18n.language),
    of: formatNumber(votes, i18n.language),
  });
}
