import type { ReviewFilter } from '@kindling/contract/reviews';
import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import { daysBefore, useToday } from '../../../lib/i18n/use-today.ts';
import { withFilter } from '../filters.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import css from './chips.module.css';
import { ChipText, ClearButton } from './choice-chip.tsx';
import { DayFields } from './day-fields.tsx';

interface DateChipProps {
  filter: ReviewFilter;
  onChange: ChangeFilters;
}

/** When the reviews were written: a period up to today, or from one day to another. */
export function DateChip({ filter, onChange }: DateChipProps) {
  const { t, i18n } = useText();
  const today = useToday();
  const [open, setOpen] = useState(false);
  const shown = daysText(t, filter, i18n.language);
  const set = (from: string | undefined, to: string | undefined) =>
    onChange((now) => withFilter(withFilter(now, 'from', from), 'to', to));
  const presets = [
    ...[7, 30, 90].map((count) => ({
      label: t('inbox:date.lastDays', { count }),
      from: daysBefore(today, count - 1),
    })),
    { label: t('inbox:date.thisYear'), from: `${today.slice(0, 4)}-01-01` },
  ];
  return (
    <span className={css.chip} data-active={shown !== null || undefined}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={css.main} onClick={() => setOpen(!open)}>
            <ChipText label={t('inbox:filter.date')} shown={shown} />
            {shown === null ? <IconChevronDown size={14} aria-hidden /> : null}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('inbox:filter.date')}>
          <div className={css.dates}>
            <div className={css.presets}>
              {presets.map(({ label, from }) => (
                <Button
                  key={label}
                  size="compact-sm"
                  variant={filter.from === from && filter.to === undefined ? 'light' : 'default'}
                  onClick={() => {
                    set(from, undefined);
                    setOpen(false);
                  }}
                >
                  {label}
                </Button>
              ))}
            </div>
            <DayFields filter={filter} onChange={onChange} />
          </div>
        </Popover.Dropdown>
      </Popover>
      {shown === null ? null : (
        <ClearButton label={t('inbox:filter.date')} onClear={() => set(undefined, undefined)} />
      )}
    </span>
  );
}

/** The days of a filter in words; null for all. */
export function daysText(t: Translate, { from, to }: ReviewFilter, language: string): string | null {
  // A day without a time is read in UTC, and shown as it is.
  const day = (value: string) => formatDay(value, language, 'UTC');
  if (from !== undefined && to !== undefined)
    return from === to ? day(from) : t('inbox:date.between', { from: day(from), to: day(to) });
  if (from !== undefined) return t('inbox:date.since', { day: day(from) });
  return to === undefined ? null : t('inbox:date.until', { day: day(to) });
}
