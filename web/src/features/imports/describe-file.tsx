import { importEncodings, importSeparators } from '@kindling/contract/import-files';
import type { ImportDetail, ImportSettings } from '@kindling/contract/imports';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { type DraftSettings, isComplete, needsDay, toImportSettings } from './draft-settings.ts';
import { ImportProblemNotice } from './import-problem-notice.tsx';
import css from './imports.module.css';
import { LocationAndSource } from './location-and-source.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { retryWhileBusy } from './upload-files.ts';
import { useImportAction } from './use-import-action.tsx';
import { detailKey } from './use-imports.ts';

// locale-keys: imports.describe.*

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const firstRows = ['names', 'review'] as const;
const encodingNames: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-1': 'ISO 8859-1',
  'iso-8859-2': 'ISO 8859-2',
};

/** The settings of an import beside a live preview of its rows. */
export function DescribeFile({ detail, onChecking }: { detail: ImportDetail; onChecking: () => void }) {
  const { t } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  if (businesses.isError && businesses.data === undefined)
    return (
      <Panel title={t('imports:describe.title')}>
        <ErrorState error={businesses.error} retry={() => void businesses.refetch()} />
      </Panel>
    );
  const locations = (businesses.data?.businesses ?? []).flatMap((business) => business.locations);
  if (detail.settings === null) return null;
  // Other parse options give other columns, so the form starts over with new guesses.
  const key = parseOptionsKey(detail);
  return (
    <DescribeFileForm
      key={key}
      detail={detail}
      first={detail.settings}
      onChecking={onChecking}
      locations={locations.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function parseOptionsKey({ encoding, separator, header, sheet }: ImportDetail): string {
  return `${encoding} ${separator} ${header} ${sheet}`;
}

interface DescribeFileFormProps {
  detail: ImportDetail;
  first: DraftSettings;
  locations: { value: string; label: string }[];
  onChecking: () => void;
}

function DescribeFileForm({ detail, first, locations, onChecking }: DescribeFileFormProps) {
  const { t, i18n } = useText();
  const [draft, setDraft] = useState<DraftSettings>(first);
  const change = (changes: Partial<DraftSettings>) => setDraft((before) => ({ ...before, ...changes }));
  const settings = toImportSettings(draft);
  return (
    <div className={css.describe}>
      <Panel
        title={t('imports:describe.title')}
        aside={
          <span className={css.muted}>
            {t('imports:describe.rows', {
              count: detail.rows,
              value: formatNumber(detail.rows, i18n.language),
            })}
          </span>
        }
      >
        <div className={css.groups}>
          <FieldGroup title={t('imports:describe.belongs')}>
            <LocationAndSource detail={detail} draft={draft} locations={locations} onChange={change} />
          </FieldGroup>
          {detail.kind === 'table' ? (
            <>
              <FieldGroup title={t('imports:describe.columns')}>
                <ColumnMapping detail={detail} draft={draft} onChange={change} />
              </FieldGroup>
              <FieldGroup title={t('imports:describe.readAs')}>
                <ParseOptions detail={detail} />
              </FieldGroup>
            </>
          ) : (
            <p className={css.muted}>{t('imports:describe.archive')}</p>
          )}
          <CheckActions
            detail={detail}
            settings={isComplete(detail, draft) ? settings : null}
            onChecking={onChecking}
          />
        </div>
      </Panel>
      <PreviewPanel
        id={detail.id}
        settings={needsDay(detail, draft) ? null : settings}
        missing={settings === null ? 'location' : needsDay(detail, draft) ? 'day' : null}
        parseKey={parseOptionsKey(detail)}
        headingLine={detail.headingLine}
        timeZone={detail.timeZone}
      />
    </div>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The parse options. Changing one parses the whole file again. */
function ParseOptions({ detail }: { detail: ImportDetail }) {
  const { t } = useText();
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: (changes: Partial<Pick<ImportDetail, 'encoding' | 'separator' | 'header' | 'sheet'>>) => {
      // The first rows may differ then, so the header is detected again.
      const { encoding, separator, header, sheet } = { ...detail, header: null, ...changes };
      return retryWhileBusy(() =>
        client.imports.read(
          { id: detail.id, encoding, separator, header, sheet },
          { context: { timeout: 120_000 } },
        ),
      );
    },
    onSuccess: (answer) => queries.setQueryData(detailKey(detail.id), answer),
  });
  return (
    <div className={css.pair}>
      {detail.sheet === null ? (
        <TextParseOptions detail={detail} busy={read.isPending} onChange={read.mutate} />
      ) : (
        <Select
          label={t('imports:describe.sheet')}
          data={detail.sheets.map((label, index) => ({ value: String(index), label }))}
          value={String(detail.sheet)}
          disabled={read.isPending}
          allowDeselect={false}
          onChange={(value) => read.mutate({ sheet: Number(value) })}
        />
      )}
      <Select
        label={t('imports:describe.firstRow')}
        data={firstRows.map((value) => ({ value, label: t(`imports:describe.firstRows.${value}`) }))}
        value={detail.header === false ? 'review' : 'names'}
        disabled={read.isPending}
        allowDeselect={false}
        onChange={(value) => read.mutate({ header: value !== 'review' })}
      />
      {detail.problem === null ? null : <ImportProblemNotice detail={detail} />}
      {read.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={read.error} />
        </Notice>
      )}
    </div>
  );
}

interface TextParseOptionsProps {
  detail: ImportDetail;
  busy: boolean;
  onChange: (changes: Partial<Pick<ImportDetail, 'encoding' | 'separator'>>) => void;
}

function TextParseOptions({ detail, busy, onChange }: TextParseOptionsProps) {
  const { t } = useText();
  return (
    <>
      <Select
        label={t('imports:describe.encoding')}
        data={importEncodings.map((value) => ({ value, label: encodingNames[value] ?? value }))}
        value={detail.encoding}
        disabled={busy}
        allowDeselect={false}
        onChange={(value) => {
          const encoding = importEncodings.find((one) => one === value);
          if (encoding !== undefined) onChange({ encoding });
        }}
      />
      <Select
        label={t('imports:describe.separator')}
        data={importSeparators.map((value) => ({
          value,
          label: t(`imports:describe.separators.${separatorNames[value]}`),
        }))}
        value={detail.separator}
        disabled={busy}
        allowDeselect={false}
        onChange={(value) => {
          const separator = importSeparators.find((one) => one === value);
          if (separator !== undefined) onChange({ separator });
        }}
      />
    </>
  );
}

interface CheckActionsProps {
  detail: ImportDetail;
  /** Null while the settings are incomplete. */
  settings: ImportSettings | null;
  onChecking: () => void;
}

function CheckActions({ detail, settings, onChecking }: CheckActionsProps) {
  const { t } = useText();
  const check = useImportAction(
    detail.id,
    () => {
      if (settings === null) throw new Error('The settings are not complete.');
      return client.imports.check({ id: detail.id, settings });
    },
    onChecking,
  );
  const cancel = useImportAction(detail.id, () => client.imports.cancel({ id: detail.id }));
  return (
    <div className={css.inside}>
      {check.errorNotice}
      {cancel.errorNotice}
      <div className={css.buttons}>
        <Button disabled={settings === null} loading={check.busy} onClick={check.run}>
          {t('imports:describe.check')}
        </Button>
        <Button variant="subtle" color="gray" loading={cancel.busy} onClick={cancel.run}>
          {t('imports:result.giveUp')}
        </Button>
      </div>
    </div>
  );
}
