import type { ReviewFilter } from '@kindling/contract/reviews';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useText } from '../../../lib/i18n/text.ts';
import { countFilters, withFilter } from '../filters.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import css from './advanced.module.css';
import { DayFields } from './day-fields.tsx';
import type { FilterField } from './filter-fields.ts';
import { SearchField } from './search-field.tsx';

interface AdvancedFiltersProps {
  opened: boolean;
  filter: ReviewFilter;
  fields: FilterField[];
  onChange: ChangeFilters;
  onClose: () => void;
}

/** Every filter in one place. The list behind follows each change at once. */
export function AdvancedFilters({ opened, filter, fields, onChange, onClose }: AdvancedFiltersProps) {
  const { t } = useText();
  const isPhone = useMediaQuery('(max-width: 575px)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('inbox:filter.advanced')}
      size={640}
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'xl'}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <search className={css.form} aria-label={t('inbox:filter.advanced')}>
        <SearchField
          className={css.wide}
          labeled
          value={filter.search ?? ''}
          onChange={(value) => onChange((now) => withFilter(now, 'search', value || undefined))}
        />
        <div className={css.wide}>
          <DayFields filter={filter} onChange={onChange} />
        </div>
        {fields.map(({ name, label, value, options, missing, set }) => (
          <NativeSelect
            key={name}
            label={label}
            value={value}
            onChange={(event) => set(event.currentTarget.value)}
            data={[
              { value: '', label: t('inbox:filter.showAll') },
              ...(missing ? [{ value, label: t('inbox:filter.deleted') }] : []),
              ...options,
            ]}
          />
        ))}
      </search>
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" disabled={countFilters(filter) === 0} onClick={() => onChange(() => ({}))}>
          {t('reviews:clear')}
        </Button>
        <Button onClick={onClose}>{t('inbox:filter.done')}</Button>
      </Group>
    </Modal>
  );
}
