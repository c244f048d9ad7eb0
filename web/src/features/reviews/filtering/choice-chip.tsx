import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './chips.module.css';
import type { FilterOption } from './filter-fields.ts';

/** From this many options on, a menu has a field to find one. */
const searchableFrom = 9;

interface ChoiceChipProps {
  label: string;
  /** What is chosen, in words; null for nothing. */
  shown: string | null;
  value: string;
  options: FilterOption[];
  /** @param value '' when the choice is taken away */
  onChange: (value: string) => void;
}

/** A chip that opens a small menu; with a choice it shows it, and a button that takes it away. */
export function ChoiceChip({ label, shown, value, options, onChange }: ChoiceChipProps) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const searchable = options.length >= searchableFrom;
  const menu = useCombobox({
    onDropdownClose: () => {
      menu.resetSelectedOption();
      menu.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => {
      if (searchable) menu.focusSearchInput();
      else menu.selectActiveOption();
    },
  });
  const found = options.filter((option) =>
    option.label.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  );
  return (
    <span className={css.chip} data-active={shown !== null || undefined}>
      <Combobox
        store={menu}
        width={240}
        position="bottom-start"
        onOptionSubmit={(next) => {
          onChange(next === value ? '' : next);
          menu.closeDropdown();
        }}
      >
        <Combobox.Target targetType="button" withKeyboardNavigation={!searchable}>
          <button type="button" className={css.main} onClick={() => menu.toggleDropdown()}>
            <ChipText label={label} shown={shown} />
            {shown === null ? <IconChevronDown size={14} aria-hidden /> : null}
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          {searchable ? (
            <Combobox.Search
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                menu.updateSelectedOptionIndex();
              }}
              placeholder={t('inbox:filter.find')}
              aria-label={t('inbox:filter.find')}
            />
          ) : null}
          <Combobox.Options className={css.options} aria-label={label}>
            {found.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.value === value}
                className={css.option}
              >
                <span>{option.label}</span>
                {option.value === value ? <IconCheck size={16} aria-hidden /> : null}
              </Combobox.Option>
            ))}
            {found.length === 0 ? <Combobox.Empty>{t('inbox:filter.nothing')}</Combobox.Empty> : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {shown === null ? null : <ClearButton label={label} onClear={() => onChange('')} />}
    </span>
  );
}

interface SwitchChipProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A chip for a filter that is on or off. */
export function SwitchChip({ label, on, onChange }: SwitchChipProps) {
  return (
    <span className={css.chip} data-active={on || undefined}>
      <button type="button" className={css.main} aria-pressed={on} onClick={() => onChange(!on)}>
        <ChipText label={label} shown={null} />
      </button>
      {on ? <ClearButton label={label} onClear={() => onChange(false)} /> : null}
    </span>
  );
}

/** "Rating", or with a choice "Rating: 4 stars and up". */
export function ChipText({ label, shown }: { label: string; shown: string | null }) {
  return (
    <span className={css.words}>
      {label}
      {shown === null ? null : (
        <>
          {': '}
          <strong dir="auto">{shown}</strong>
        </>
      )}
    </span>
  );
}

export function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const { t } = useText();
  return (
    <button
      type="button"
      className={css.clear}
      aria-label={t('inbox:filter.remove', { name: label })}
      onClick={onClear}
    >
      <IconX size={14} aria-hidden />
    </button>
  );
}
