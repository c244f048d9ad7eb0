/** Chooses a person or an account that the search of the users finds. */
import type { ListedPerson } from '@kindling/contract/admin-users';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePeopleSearch } from '../../../lib/use-people-search.ts';

/** More than anybody scrolls through; further letters find all others. */
const shownChoices = 20;

export interface FoundChoice {
  id: string;
  label: string;
}

interface FoundSelectProps {
  label: string;
  placeholder: string;
  /** What is shown when nothing is found. */
  nothing: string;
  clearable?: boolean;
  clearLabel?: string;
  value: FoundChoice | null;
  onChange: (value: FoundChoice | null) => void;
  /** What of the people found is offered. */
  choicesOf: (people: readonly ListedPerson[]) => FoundChoice[];
}

/** Searches by the beginnings of words of name, address and account name while somebody types. */
export function FoundSelect({ value, onChange, choicesOf, nothing, clearLabel, ...field }: FoundSelectProps) {
  const [search, setSearch] = useState(value?.label ?? '');
  const [wanted] = useDebouncedValue(search, 300);
  const isChosen = wanted === value?.label;
  const found = usePeopleSearch(isChosen ? '' : wanted);
  const choices = choicesOf(found.data?.people ?? [])
    .slice(0, shownChoices)
    .map(({ id, label }) => ({ value: id, label }));
  const isListed = choices.some((one) => one.value === value?.id);
  return (
    <Select
      {...field}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={wanted.trim() === '' ? undefined : nothing}
      {...(clearLabel === undefined ? {} : { clearButtonProps: { 'aria-label': clearLabel } })}
      // The server has searched already.
      filter={({ options }) => options}
      data={value === null || isListed ? choices : [{ value: value.id, label: value.label }, ...choices]}
      value={value?.id ?? null}
      onChange={(id, option) => onChange(id === null || option === null ? null : { id, label: option.label })}
    />
  );
}
