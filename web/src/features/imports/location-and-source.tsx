import { sources } from 'virtual:kindling-build';
import type { ImportDetail } from '@kindling/contract/imports';
import { Select } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import type { DraftSettings } from './draft-settings.ts';
import css from './imports.module.css';

// locale-keys: common.source.*

interface LocationAndSourceProps {
  detail: ImportDetail;
  draft: DraftSettings;
  locations: { value: string; label: string }[];
  onChange: (changes: Partial<DraftSettings>) => void;
}

/** Location and source of the reviews. First-party reviews are collected by us and cannot be imported. */
export function LocationAndSource({ detail, draft, locations, onChange }: LocationAndSourceProps) {
  const { t } = useText();
  const offered = sources.filter((source) => source !== 'first-party');
  return (
    <div className={css.pair}>
      <Select
        label={t('imports:describe.location')}
        placeholder={t('imports:describe.pickLocation')}
        data={locations}
        value={draft.locationId}
        searchable={locations.length > 8}
        allowDeselect={false}
        onChange={(value) => {
          if (value !== null) onChange({ locationId: value });
        }}
      />
      <Select
        label={t('imports:describe.source')}
        description={t('imports:describe.sourceHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={offered.map((source) => ({
          value: source,
          label: source === 'import' ? t('imports:describe.sourceImport') : t(`common:source.${source}`),
        }))}
        value={draft.source}
        disabled={detail.kind === 'archive'}
        allowDeselect={false}
        onChange={(value) => {
          const source = offered.find((one) => one === value);
          if (source !== undefined) onChange({ source });
        }}
      />
    </div>
  );
}
