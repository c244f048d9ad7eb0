import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useDebouncedField } from '../../../lib/use-debounced-field.ts';
import css from './filter-bar.module.css';

interface FilterBarProps {
  /** Names the group for screen readers. */
  label: string;
  children: ReactNode;
  /** Takes every filter away; null while none is set. */
  onClear: (() => void) | null;
}

/** The filters of a list, in one row that wraps. */
export function FilterBar({ label, children, onClear }: FilterBarProps) {
  const { t } = useText();
  return (
    <search className={css.bar} aria-label={label}>
      {children}
      <Button variant="subtle" size="sm" disabled={onClear === null} onClick={() => onClear?.()}>
        {t('common:clearFilters')}
      </Button>
    </search>
  );
}

interface FilterSearchProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search that follows the typing after a pause. */
export function FilterSearch({ label, placeholder, value, onChange }: FilterSearchProps) {
  const { t } = useText();
  const field = useDebouncedField(value, (typed) => typed.slice(0, 200), onChange);
  return (
    <TextInput
      className={css.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        field.text === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('common:clearSearch')}
            onClick={() => field.change('')}
          >
            <IconX size={16} />
          </ActionIcon>
        )
      }
      value={field.text}
      onChange={(event) => field.change(event.currentTarget.value)}
    />
  );
}

interface FilterSelectProps {
  label: string;
  /** What is shown while nothing is chosen. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** Its words are too long for half of a phone. */
  wide?: boolean;
}

/** One choice; the empty one is no filter. */
export function FilterSelect({ label, all, value, options, onChange, wide = false }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={css.choice} data-active={value !== '' || undefined} data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        size="sm"
        value={value}
        data={[{ value: '', label: all }, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
