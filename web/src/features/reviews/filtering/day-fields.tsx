import type { ReviewFilter } from '@kindling/contract/reviews';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useToday } from '../../../lib/i18n/use-today.ts';
import { withFilter } from '../filters.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import css from './chips.module.css';

// The calendar is as large as a screen of its own, and few visits need it.
const DayField = lazy(() => import('./day-field.tsx'));

interface DayFieldsProps {
  filter: ReviewFilter;
  onChange: ChangeFilters;
}

/** The first and the last day. */
export function DayFields({ filter, onChange }: DayFieldsProps) {
  const { t } = useText();
  const today = useToday();
  const set = (name: 'from' | 'to') => (value: string) =>
    onChange((now) => withFilter(now, name, value || undefined));
  return (
    <div className={css.pair}>
      <Suspense fallback={[0, 1].map((key) => <Skeleton key={key} height={61} radius="md" />)}>
        <DayField
          label={t('reviews:from')}
          value={filter.from ?? ''}
          max={filter.to}
          today={today}
          onChange={set('from')}
        />
        <DayField
          label={t('reviews:to')}
          value={filter.to ?? ''}
          min={filter.from}
          today={today}
          onChange={set('to')}
        />
      </Suspense>
    </div>
  );
}
