import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './error-log.module.css';
import { type ErrorFilters as Filters, levels, origins, states } from './use-error-address.ts';

// locale-keys: admin-error-log.state.*
// locale-keys: admin-error-log.origin.*
// locale-keys: admin-error-log.level.*

/** Milliseconds after the last keystroke. */
const pauseMs = 300;

/** One field to search, the state, and where the errors come from. */
export function ErrorFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (next: Partial<Filters>) => void;
}) {
  const { t } = useText();
  const [typed, setTyped] = useState(filters.search);
  const commit = useDebouncedCallback((search: string) => onChange({ search: search.trim() }), pauseMs);
  // The back button, or the address of a link.
  useEffect(
    () => setTyped((now) => (now.trim() === filters.search ? now : filters.search)),
    [filters.search],
  );
  return (
    <search className={css.filters} aria-label={t('admin-error-log:filters')}>
      <TextInput
        className={css.search ?? ''}
        type="search"
        aria-label={t('admin-error-log:search')}
        placeholder={t('admin-error-log:searchHint')}
        leftSection={<IconSearch size={17} aria-hidden />}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          commit(value);
        }}
      />
      <SegmentedControl
        aria-label={t('admin-error-log:states')}
        value={filters.state}
        onChange={(value) => onChange({ state: states.find((one) => one === value) ?? 'open' })}
        data={states.map((value) => ({ value, label: t(`admin-error-log:state.${value}`) }))}
      />
      <Select
        className={css.choice ?? ''}
        aria-label={t('admin-error-log:origins')}
        placeholder={t('admin-error-log:allOrigins')}
        clearable
        value={filters.origin}
        onChange={(value) => onChange({ origin: origins.find((one) => one === value) ?? null })}
        data={origins.map((value) => ({ value, label: t(`admin-error-log:origin.${value}`) }))}
      />
      <Select
        className={css.choice ?? ''}
        aria-label={t('admin-error-log:levels')}
        placeholder={t('admin-error-log:allLevels')}
        clearable
        value={filters.level}
        onChange={(value) => onChange({ level: levels.find((one) => one === value) ?? null })}
        data={levels.map((value) => ({ value, label: t(`admin-error-log:level.${value}`) }))}
      />
    </search>
  );
}
