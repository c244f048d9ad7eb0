import { sources } from 'virtual:kindling-build';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useDebouncedField } from '../../../lib/use-debounced-field.ts';
import { parseFilters, serializeFilters } from '../filters.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  className?: string | undefined;
  /** Whether the label stands above the field; otherwise only screen readers have it. */
  labeled?: boolean;
}

/** What remains of a typed text after a round trip through the URL. */
function normalize(typed: string): string {
  return parseFilters(serializeFilters({ search: typed }), sources).search ?? '';
}

/** Searches texts, authors and replies. */
export function SearchField({ value, onChange, inputRef, className, labeled = false }: SearchFieldProps) {
  const { t } = useText();
  const { text, change } = useDebouncedField(value, normalize, onChange);
  return (
    <TextInput
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      type="search"
      className={className}
      {...(labeled ? { label: t('reviews:search') } : { 'aria-label': t('reviews:search') })}
      placeholder={t('inbox:filter.searchHint')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('inbox:filter.remove', { name: t('reviews:search') })}
            onClick={() => change('')}
          />
        )
      }
      maxLength={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Escape leaves the field for the list; the text stays.
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
