/** The field components of the settings groups. Each renders only when the chosen layout uses its setting. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { NativeSelect, NumberInput, Slider, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './settings.module.css';
import type { SettingField } from './settings-for-layout.ts';
import { type FieldOf, parseSetting, type SettingsForm } from './settings-form.ts';

export interface FieldProps<F extends SettingField> {
  form: SettingsForm;
  field: F;
  label: string;
  description?: ReactNode;
}

/** Why the server rejected the field's value; null when it did not. */
export function useFieldError({ rejected: refused }: SettingsForm, field: SettingField): string | null {
  const { t } = useText();
  if (!refused.has(field)) return null;
  if (field === 'minimumRating') return t('widgets:editor.refusedRating');
  return field === 'allowedSites' ? t('widgets:editor.refusedSites') : t('widgets:editor.refused');
}

interface SelectFieldProps<F extends SettingField> extends FieldProps<F> {
  options: readonly (readonly [value: EmbedSettings[F], label: string])[];
}

/** A select for a few values, texts or numbers. */
export function SelectField<F extends SettingField>({
  form,
  field,
  label,
  description,
  options,
}: SelectFieldProps<F>) {
  const error = useFieldError(form, field);
  if (!form.uses(field)) return null;
  return (
    <NativeSelect
      label={label}
      description={description}
      error={error}
      value={String(form.settings[field])}
      onChange={(event) => {
        const chosen = options.find(([value]) => String(value) === event.currentTarget.value);
        if (chosen !== undefined) form.set(field, chosen[0]);
      }}
      data={options.map(([value, text]) => ({ value: String(value), label: text }))}
    />
  );
}

export function SwitchField({ form, field, label, description }: FieldProps<FieldOf<boolean>>) {
  const error = useFieldError(form, field);
  if (!form.uses(field)) return null;
  return (
    <Switch
      label={label}
      description={description}
      error={error}
      checked={form.settings[field]}
      onChange={(event) => form.set(field, event.currentTarget.checked)}
    />
  );
}

interface SliderFieldProps extends FieldProps<FieldOf<number>> {
  min: number;
  max: number;
  unit?: string;
  /** The text for the value 0, where it has a special meaning. */
  zero?: string;
}

export function SliderField({
  form,
  field,
  label,
  description,
  min,
  max,
  unit = '',
  zero,
}: SliderFieldProps) {
  const error = useFieldError(form, field);
  if (!form.uses(field)) return null;
  const value = form.settings[field];
  const text = value === 0 && zero !== undefined ? zero : `${value} ${unit}`.trim();
  return (
    <div>
      <div className={css.rangeHead}>
        <span>{label}</span>
        <span className={css.rangeValue}>{text}</span>
      </div>
      <Slider
        value={value}
        min={min}
        max={max}
        label={null}
        onChange={(next) => form.set(field, next)}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': text }}
      />
      {description === undefined ? null : <p className={css.hint}>{description}</p>}
      {error === null ? null : <p className={css.fault}>{error}</p>}
    </div>
  );
}

interface NumberFieldProps extends FieldProps<FieldOf<number>> {
  min: number;
  max: number;
}

/** A typed number. An invalid value stays in the field with an error and is not stored. */
export function NumberField({ form, field, label, description, min, max }: NumberFieldProps) {
  const { t } = useText();
  const fieldError = useFieldError(form, field);
  const [typed, setTyped] = useState<number | string | null>(null);
  if (!form.uses(field)) return null;
  const invalid = typed !== null && parseSetting(field, typed) === undefined;
  return (
    <NumberInput
      label={label}
      description={description}
      error={invalid ? t('widgets:editor.between', { min, max }) : fieldError}
      value={invalid ? typed : form.settings[field]}
      min={min}
      max={max}
      clampBehavior="none"
      allowNegative={false}
      onChange={(next) => {
        setTyped(next);
        const taken = parseSetting(field, next);
        if (taken !== undefined) form.set(field, taken);
      }}
    />
  );
}
