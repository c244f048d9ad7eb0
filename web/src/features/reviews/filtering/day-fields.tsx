import type { ReviewFilter } from '@kindling/contract/reviews';
import { useText } from '../../../lib/i18n/text.ts';
import { useToday } from '../../../lib/i18n/use-today.ts';
import { DayField } from '../../../ui/days/day-field.tsx';
import { withFilter } from '../filters.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import css from './chips.module.css';

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
      <DayField
        label={t('reviews:from')}
        value={filter.from ?? ''}
        max={filter.to}
        today={today}
        clearLabel={t('inbox:filter.remove', { name: t('reviews:from') })}
        onChange={set('from')}
      />
      <DayField
        label={t('reviews:to')}
        value={filter.to ?? ''}
        min={filter.from}
        today={today}
        clearLabel={t('inbox:filter.remove', { name: t('reviews:to') })}
        onChange={set('to')}
      />
    </div>
  );
}
