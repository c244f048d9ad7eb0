import { dateOrders, type ImportField, importFields } from '@kindling/contract/import-files';
import type { ImportDetail } from '@kindling/contract/imports';
import { Button, Radio, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { type DraftSettings, hasRelativeDates, needsDateOrder } from './draft-settings.ts';
import css from './imports.module.css';
import { UnmappedColumns } from './unmapped-columns.tsx';

// locale-keys: imports.field.*
// locale-keys: imports.describe.orders.*
// locale-keys: imports.describe.scales.*
// locale-keys: imports.describe.scaleHints.*

interface ColumnMappingProps {
  detail: ImportDetail;
  draft: DraftSettings;
  onChange: (changes: Partial<DraftSettings>) => void;
}

const noColumn = 'none';
const scales = [5, 10] as const;

/** Maps columns to fields, and asks for the date order and the rating scale. */
export function ColumnMapping({ detail, draft, onChange }: ColumnMappingProps) {
  const { t } = useText();
  const columns = detail.columns.map((column, index) => ({
    value: String(index),
    label: label(column.name || t('imports:describe.column', { number: index + 1 }), column.example),
  }));
  const mapColumn = (field: ImportField, value: string | null) => {
    const column = value === null || value === noColumn ? null : Number(value);
    const dates = field === 'date' && column !== null ? detail.columns[column]?.dates : undefined;
    onChange({
      mapping: { ...draft.mapping, [field]: column },
      // The date order belongs to the column that was chosen before.
      ...(field === 'date' ? { dateOrder: dateOrders.find((order) => order === dates) ?? null } : {}),
    });
  };
  return (
    <>
      <p className={css.muted}>{t('imports:describe.columnsHint')}</p>
      <div className={css.fields}>
        {importFields.map((field) => (
          <Select
            key={field}
            label={t(`imports:field.${field}`)}
            data={[{ value: noColumn, label: t('imports:describe.none') }, ...columns]}
            value={draft.mapping[field] === null ? noColumn : String(draft.mapping[field])}
            allowDeselect={false}
            error={
              field === 'date' && draft.mapping.date === null && draft.oneDate === null
                ? t('imports:describe.needed')
                : null
            }
            onChange={(value) => mapColumn(field, value)}
          />
        ))}
      </div>
      <UnmappedColumns detail={detail} mapping={draft.mapping} />
      <DateOrderField detail={detail} draft={draft} onChange={onChange} />
      {hasRelativeDates(detail, draft) ? (
        <ReferenceDayField detail={detail} draft={draft} onChange={onChange} />
      ) : null}
      {draft.mapping.date === null ? (
        <DayField name="oneDate" value={draft.oneDate} onChange={(oneDate) => onChange({ oneDate })} />
      ) : null}
      {draft.mapping.rating === null ? null : (
        <Radio.Group
          label={t('imports:describe.scale')}
          description={t(`imports:describe.scaleHints.${draft.scale}`)}
          value={String(draft.scale)}
          onChange={(value) => onChange({ scale: value === '10' ? 10 : 5 })}
        >
          <div className={css.radios}>
            {scales.map((scale) => (
              <Radio key={scale} value={String(scale)} label={t(`imports:describe.scales.${scale}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
    </>
  );
}

function label(name: string, example: string): string {
  return example === '' ? name : `${name} (${example.length > 24 ? `${example.slice(0, 24)}…` : example})`;
}

/** The reference day for relative dates. The file's modification date is offered, but never used without asking. */
function ReferenceDayField({ detail, draft, onChange }: ColumnMappingProps) {
  const { t, i18n } = useText();
  const { modifiedOn } = detail;
  return (
    <>
      <DayField name="asOf" value={draft.asOf} onChange={(asOf) => onChange({ asOf })} />
      {modifiedOn === null || draft.asOf !== null ? null : (
        <div className={css.buttons}>
          <span>
            {t('imports:describe.modifiedOn', { day: formatDay(modifiedOn, i18n.language, 'UTC') })}
          </span>
          <Button variant="default" size="xs" onClick={() => onChange({ asOf: modifiedOn })}>
            {t('imports:describe.useDay')}
          </Button>
        </div>
      )}
    </>
  );
}

interface DayFieldProps {
  name: 'asOf' | 'oneDate';
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A date that the file does not contain, with a description of what it is used for. */
function DayField({ name, value, onChange }: DayFieldProps) {
  const { t } = useText();
  // The browser clears a date field that gets no value, so an incomplete date is kept here.
  const [typed, setTyped] = useState('');
  const [touched, setTouched] = useState(false);
  return (
    <TextInput
      type="date"
      className={css.day}
      label={t(`imports:describe.${name}`)}
      description={t(`imports:describe.${name}Hint`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min="2000-01-01"
      value={value ?? typed}
      error={touched && value === null ? t('imports:describe.needed') : null}
      onBlur={() => setTouched(true)}
      onChange={(event) => {
        // A year has fewer digits or leading zeros while it is typed.
        const day = event.currentTarget.value;
        setTyped(day);
        onChange(/^[12]\d{3}-/.test(day) ? day : null);
      }}
    />
  );
}

/** Shown only when the order of day and month is ambiguous in this column. */
function DateOrderField({ detail, draft, onChange }: ColumnMappingProps) {
  const { t } = useText();
  const dates = draft.mapping.date === null ? null : detail.columns[draft.mapping.date]?.dates;
  if (dates !== 'ask' && dates !== 'mixed') return null;
  return (
    <>
      {needsDateOrder(detail, draft) ? (
        <Notice tone="warn">
          {dates === 'ask' ? t('imports:describe.orderAsk') : t('imports:describe.orderMixed')}
        </Notice>
      ) : null}
      <Radio.Group
        label={t('imports:describe.order')}
        value={draft.dateOrder}
        onChange={(value) => onChange({ dateOrder: dateOrders.find((order) => order === value) ?? null })}
      >
        <div className={css.radios}>
          {dateOrders.map((order) => (
            <Radio key={order} value={order} label={t(`imports:describe.orders.${order}`)} />
          ))}
        </div>
      </Radio.Group>
    </>
  );
}
