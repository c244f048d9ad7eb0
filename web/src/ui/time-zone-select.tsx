import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { findTimeZones, listTimeZones } from './time-zones.ts';

/** More than anybody scrolls through; the search finds all others. */
const shownZones = 80;

interface TimeZoneSelectProps
  extends Pick<
    SelectProps,
    | 'label'
    | 'description'
    | 'placeholder'
    | 'nothingFoundMessage'
    | 'error'
    | 'clearable'
    | 'allowDeselect'
    | 'disabled'
  > {
  value: string | null;
  onChange: (zone: string | null) => void;
}

/** Selects a zone of the IANA database. The search finds its current and its former names. */
export function TimeZoneSelect(props: TimeZoneSelectProps) {
  const choices = useMemo(() => listTimeZones(props.value), [props.value]);
  return (
    <Select
      {...props}
      data={choices}
      searchable
      limit={shownZones}
      filter={({ search, limit }) => findTimeZones(choices, search).slice(0, limit)}
      data-foreign
    />
  );
}
