import type { ReviewFilter } from '@kindling/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './reviews.module.css';

interface FoundProps {
  filter: ReviewFilter;
  /** The list is there: on the embedded database one question waits for the other, and the list goes first. */
  listed: boolean;
}

/** How many reviews the filters show. Its line is kept while it is counted, so that the list stays in its place. */
export function Found({ filter, listed }: FoundProps) {
  const { t, i18n } = useText();
  const found = useQuery(query.reviews.count.queryOptions({ input: filter, enabled: listed }));
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {} }));
  const number = (value: number) => formatNumber(value, i18n.language);
  const total = figures.data?.total;
  return (
    <p className={css.found} role="status">
      {found.data === undefined
        ? null
        : filter.removed === true
          ? t('reviews:foundRemoved', { count: found.data.count, value: atLeast(found.data, number) })
          : total === undefined
            ? null
            : t('reviews:found', { count: total, value: atLeast(found.data, number), total: number(total) })}
    </p>
  );
}

function atLeast(
  { count, more }: { count: number; more: boolean },
  number: (value: number) => string,
): string {
  return more ? `${number(count)}+` : number(count);
}
