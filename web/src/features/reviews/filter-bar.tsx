import { sources } from 'virtual:kindling-build';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { countFilters, parseFilters, serializeFilters, withFilter } from './filters.ts';
import css from './reviews.module.css';
import { useDebouncedField } from './use-debounced-field.ts';
import type { ChangeFilters } from './use-filters.ts';

// locale-keys: common.source.*

interface FilterBarProps {
  filter: ReviewFilter;
  onChange: ChangeFilters;
  searchRef: RefObject<HTMLInputElement | null>;
}

/** The filters: search, dates, stars, source, location, answered, with text, no longer shown, hidden. */
export function FilterBar({ filter, onChange, searchRef }: FilterBarProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const set = <K extends keyof ReviewFilter>(name: K, value: ReviewFilter[K] | undefined) =>
    onChange((now) => withFilter(now, name, value));
  return (
    <search className={css.filters} data-open={open || undefined} aria-label={t('reviews:filters')}>
      <div className={css.first}>
        <SearchField
          value={filter.search ?? ''}
          normalize={(typed) => normalizeFilterValue('search', typed)}
          onChange={(value) => set('search', value || undefined)}
          searchRef={searchRef}
        />
        <Button
          className={css.toggle}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('reviews:filtersCount', { count: countFilters(filter) })}
        </Button>
        <LocationSelect value={filter.locationId} onChange={(value) => set('locationId', value)} />
      </div>
      <DayField
        label={t('reviews:from')}
        value={filter.from ?? ''}
        normalize={(typed) => normalizeFilterValue('from', typed)}
        max={filter.to}
        onChange={(value) => set('from', value || undefined)}
      />
      <DayField
        label={t('reviews:to')}
        value={filter.to ?? ''}
        normalize={(typed) => normalizeFilterValue('to', typed)}
        min={filter.from}
        onChange={(value) => set('to', value || undefined)}
      />
      <RatingSelect filter={filter} onChange={onChange} />
      <NativeSelect
        label={t('reviews:source')}
        value={filter.source ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set(
            'source',
            sources.find((known) => known === value),
          )
        }
        data={[
          { value: '', label: t('reviews:showAll') },
          ...sources.map((source) => ({ value: source, label: t(`common:source.${source}`) })),
        ]}
      />
      <NativeSelect
        label={t('reviews:answered')}
        value={filter.answered === undefined ? '' : String(filter.answered)}
        onChange={({ currentTarget: { value } }) =>
          set('answered', value === '' ? undefined : value === 'true')
        }
        data={[
          { value: '', label: t('reviews:showAll') },
          { value: 'false', label: t('reviews:unansweredOnly') },
          { value: 'true', label: t('reviews:answeredOnly') },
        ]}
      />
      <Checkbox
        className={css.check}
        label={t('reviews:withText')}
        checked={filter.withText ?? false}
        onChange={(event) => set('withText', event.currentTarget.checked || undefined)}
      />
      <Checkbox
        className={css.check}
        label={t('reviews:removedOnly')}
        checked={filter.removed ?? false}
        onChange={(event) => set('removed', event.currentTarget.checked || undefined)}
      />
      <Checkbox
        className={css.check}
        label={t('reviews:hiddenOnly')}
        checked={filter.hidden ?? false}
        onChange={(event) => set('hidden', event.currentTarget.checked || undefined)}
      />
      {countFilters(filter) > 0 ? (
        <Button
          className={css.check}
          size="xs"
          variant="subtle"
          leftSection={<IconX size={14} />}
          onClick={() => onChange(() => ({}))}
        >
          {t('reviews:clear')}
        </Button>
      ) : null}
    </search>
  );
}

/** What remains of a typed value after a round trip through the URL. */
function normalizeFilterValue(name: 'search' | 'from' | 'to', typed: string): string {
  return parseFilters(serializeFilters({ [name]: typed }), sources)[name] ?? '';
}

interface DebouncedFieldProps {
  value: string;
  normalize: (typed: string) => string;
  onChange: (value: string) => void;
}

function SearchField({
  value,
  normalize,
  onChange,
  searchRef,
}: DebouncedFieldProps & { searchRef: FilterBarProps['searchRef'] }) {
  const { t } = useText();
  const { text, change } = useDebouncedField(value, normalize, onChange);
  return (
    <TextInput
      ref={searchRef}
      type="search"
      className={css.search}
      label={t('reviews:search')}
      placeholder={t('reviews:searchHint')}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface DayFieldProps extends DebouncedFieldProps {
  label: string;
  min?: string | undefined;
  max?: string | undefined;
}

/** The browser clears a date field when its value is set late, so the text is kept locally while it is typed. */
function DayField({ label, value, normalize, onChange, min, max }: DayFieldProps) {
  const { text, change } = useDebouncedField(value, normalize, onChange);
  return (
    <TextInput
      type="date"
      label={label}
      value={text}
      min={min}
      max={max}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function RatingSelect({ filter, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const { t } = useText();
  const stars = [5, 4, 3, 2, 1];
  const value = filter.rating === undefined ? '' : `${filter.rating}-${filter.ratingMode ?? 'up'}`;
  return (
    <NativeSelect
      label={t('reviews:rating')}
      value={value}
      onChange={({ currentTarget }) => {
        const [rating, mode] = currentTarget.value.split('-');
        onChange((now) => {
          const base = withFilter(withFilter(now, 'rating', undefined), 'ratingMode', undefined);
          if (!rating) return base;
          return { ...base, rating: Number(rating), ...(mode === 'only' ? { ratingMode: 'only' } : {}) };
        });
      }}
      data={[
        { value: '', label: t('reviews:showAll') },
        ...stars
          .filter((count) => count < 5)
          .map((count) => ({ value: `${count}-up`, label: t('reviews:andUp', { count }) })),
        ...stars.map((count) => ({ value: `${count}-only`, label: t('reviews:only', { count }) })),
      ]}
    />
  );
}

/**
 * Shown only when there are two locations or more. It takes its width from the search field, so that no row moves when
 * it appears.
 */
function LocationSelect({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useText();
  const list = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const locations = list.data?.businesses.flatMap((business) => business.locations) ?? [];
  if (locations.length < 2) return null;
  return (
    <NativeSelect
      className={css.location}
      label={t('reviews:location')}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t('reviews:showAll') },
        ...locations.map((location) => ({ value: location.id, label: location.name })),
      ]}
    />
  );
}
