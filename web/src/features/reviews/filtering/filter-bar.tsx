import type { ReviewFilter } from '@kindling/contract/reviews';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { countFilters, withFilter } from '../filters.ts';
import type { ChangeFilters } from '../use-inbox-address.ts';
import { AdvancedFilters } from './advanced-filters.tsx';
import css from './chips.module.css';
import { ChoiceChip, SwitchChip } from './choice-chip.tsx';
import { DateChip } from './date-chip.tsx';
import bar from './filter-bar.module.css';
import type { FieldName, FilterField } from './filter-fields.ts';
import { SearchField } from './search-field.tsx';

interface FilterBarProps {
  filter: ReviewFilter;
  fields: FilterField[];
  /** The id of the person who reads; undefined while there is nobody else to assign reviews to. */
  own: string | undefined;
  onChange: ChangeFilters;
  searchRef: Ref<HTMLInputElement>;
}

/** Chips that are always there; the others of the advanced filters show while they are set. */
const always: readonly FieldName[] = ['rating', 'source', 'locationId', 'tagId'];

/** One field to search, and a chip for each filter. */
export function FilterBar({ filter, fields, own, onChange, searchRef }: FilterBarProps) {
  const { t } = useText();
  const [advanced, setAdvanced] = useState(false);
  const waiting = filter.answered === false;
  const chip = (field: FilterField) => (
    <ChoiceChip
      key={field.name}
      label={field.label}
      shown={field.shown}
      value={field.value}
      options={field.options}
      onChange={field.set}
    />
  );
  const mine = own !== undefined && filter.assigneeId === own;
  const isShown = ({ name, value }: FilterField) =>
    !always.includes(name) &&
    value !== '' &&
    !(name === 'answered' && waiting) &&
    !(name === 'assigneeId' && mine);
  const setWaiting = (next: boolean) =>
    onChange((now) => withFilter(now, 'answered', next ? false : undefined));
  return (
    <search className={bar.bar} aria-label={t('reviews:filters')}>
      <SearchField
        className={bar.search}
        value={filter.search ?? ''}
        onChange={(value) => onChange((now) => withFilter(now, 'search', value || undefined))}
        inputRef={searchRef}
      />
      <div className={bar.chips}>
        <SwitchChip label={t('inbox:mark.notReplied')} on={waiting} onChange={setWaiting} />
        {own === undefined ? null : (
          <SwitchChip
            label={t('inbox:filter.mine')}
            on={mine}
            onChange={(next) => onChange((now) => withFilter(now, 'assigneeId', next ? own : undefined))}
          />
        )}
        {fields.filter(({ name }) => name === 'rating' || name === 'source').map(chip)}
        {fields.filter(({ name }) => name === 'locationId').map(chip)}
        <DateChip filter={filter} onChange={onChange} />
        {fields.filter(({ name }) => name === 'tagId').map(chip)}
        {fields.filter(isShown).map(chip)}
      </div>
      {countFilters(filter) > 0 ? (
        <button
          type="button"
          className={`${css.chip} ${bar.action}`}
          title={t('reviews:clear')}
          onClick={() => onChange(() => ({}))}
        >
          <IconFilterOff size={17} aria-hidden />
          <span className={bar.actionText}>{t('reviews:clear')}</span>
        </button>
      ) : null}
      <button
        type="button"
        className={`${css.chip} ${bar.action}`}
        title={t('inbox:filter.advanced')}
        onClick={() => setAdvanced(true)}
      >
        <IconAdjustmentsHorizontal size={17} aria-hidden />
        <span className={bar.actionText}>{t('inbox:filter.advanced')}</span>
      </button>
      <AdvancedFilters
        opened={advanced}
        filter={filter}
        fields={fields}
        onChange={onChange}
        onClose={() => setAdvanced(false)}
      />
    </search>
  );
}
