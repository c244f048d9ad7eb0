import { listingFilters } from '@kindling/contract/admin-sync-schedule';
import { listingStates } from '@kindling/contract/connections';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useDebouncedField } from '../../../lib/use-debounced-field.ts';
import {
  type ListingFilters,
  maxQueryLength,
  normalizeQuery,
  parseListingFilters,
} from './listing-filters.ts';
import { platformName } from './schedule-words.ts';
import css from './sync-schedule.module.css';

// locale-keys: admin-sync-schedule.filter.only.*
// locale-keys: admin-sync-schedule.filter.states.*

interface ListingFilterBarProps {
  filters: ListingFilters;
  onChange: (next: ListingFilters) => void;
}

export function ListingFilterBar({ filters, onChange }: ListingFilterBarProps) {
  const { t } = useText();
  const platforms = useQuery(query.adminSyncSchedule.platforms.queryOptions({ input: {} }));
  /** An empty value ends the filter. */
  const set = (name: keyof ListingFilters, value: string) =>
    onChange(parseListingFilters(new URLSearchParams({ ...filters, [name]: value })));
  const search = useDebouncedField(filters.query ?? '', normalizeQuery, (value) => set('query', value));
  return (
    <search className={css.filters} aria-label={t('admin-sync-schedule:filter.label')}>
      <TextInput
        type="search"
        className={css.search ?? ''}
        label={t('admin-sync-schedule:filter.query')}
        placeholder={t('admin-sync-schedule:filter.queryHint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={maxQueryLength}
        value={search.text}
        onChange={(event) => search.change(event.currentTarget.value)}
      />
      <NativeSelect
        className={css.select ?? ''}
        label={t('admin-sync-schedule:filter.platform')}
        value={filters.connector ?? ''}
        onChange={(event) => set('connector', event.currentTarget.value)}
        data={[
          { value: '', label: t('admin-sync-schedule:filter.all') },
          ...(platforms.data?.platforms ?? []).map((platform) => ({
            value: platform.connector,
            label: platformName(t, platform),
          })),
        ]}
      />
      <NativeSelect
        className={css.select ?? ''}
        label={t('admin-sync-schedule:filter.show')}
        value={filters.only ?? ''}
        onChange={(event) => set('only', event.currentTarget.value)}
        data={[
          { value: '', label: t('admin-sync-schedule:filter.all') },
          ...listingFilters.map((value) => ({ value, label: t(`admin-sync-schedule:filter.only.${value}`) })),
        ]}
      />
      <NativeSelect
        className={css.select ?? ''}
        label={t('admin-sync-schedule:filter.state')}
        value={filters.state ?? ''}
        onChange={(event) => set('state', event.currentTarget.value)}
        data={[
          { value: '', label: t('admin-sync-schedule:filter.all') },
          ...listingStates.map((value) => ({
            value,
            label: t(`admin-sync-schedule:filter.states.${value}`),
          })),
        ]}
      />
      {Object.keys(filters).length === 0 ? null : (
        <Button variant="subtle" onClick={() => onChange({})}>
          {t('admin-sync-schedule:filter.clear')}
        </Button>
      )}
    </search>
  );
}
