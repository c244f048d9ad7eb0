import type { ReviewFilter } from '@kindling/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './reviews.module.css';

interface MatchCountProps {
  filter: ReviewFilter;
  /** True once the list is loaded: the embedded database runs one query at a time, and the list goes first. */
  listLoaded: boolean;
}

/** How many reviews match the filters. The line keeps its height while it loads, so that the list does not shift. */
export function MatchCount({ filter, listLoaded }: MatchCountProps) {
  const { t, i18n } = useText();
  const matches = useQuery(query.reviews.count.queryOptions({ input: filter, enabled: listLoaded }));
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {} }));
  const number = (value: number) => formatNumber(value, i18n.language);
  const total = figures.data?.total;
  return (
    <p className={css.found} role="status">
      {matches.data === undefined
        ? null
        : filter.removed === true
          ? t('reviews:foundRemoved', {
              count: matches.data.count,
              value: formatMatchCount(matches.data, number),
            })
          : total === undefined
            ? null
            : t('reviews:found', {
                count: total,
                value: formatMatchCount(matches.data, number),
                total: number(total),
              })}
    </p>
  );
}

function formatMatchCount(
  { count, more }: { count: number; more: boolean },
  number: (value: number) => string,
): string {
  return more ? `${number(count)}+` : number(count);
}
