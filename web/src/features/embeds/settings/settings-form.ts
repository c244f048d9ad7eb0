/** The form object that every settings field receives. */
import { type EmbedKind, type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { toApiError } from '../../../lib/api/problem.ts';
import { type SettingField, settingsForLayout } from './settings-for-layout.ts';

/** Changes one setting. The field's name groups changes into one undo step, so dragging a slider makes one step. */
export type SetSetting = <K extends SettingField>(field: K, value: EmbedSettings[K]) => void;

export interface SettingsForm {
  kind: EmbedKind;
  settings: EmbedSettings;
  set: SetSetting;
  /** Changes several settings in one undo step. */
  change: (step: string, changes: Partial<EmbedSettings>) => void;
  /** Whether the chosen layout uses the field. */
  uses: (field: SettingField) => boolean;
  /** Fields whose values the server rejected. */
  rejected: ReadonlySet<SettingField>;
}

/** The fields whose values have the type `Value`. */
export type FieldOf<Value> = {
  [K in SettingField]: EmbedSettings[K] extends Value ? (Value extends EmbedSettings[K] ? K : never) : never;
}[SettingField];

interface FormParts {
  kind: EmbedKind;
  settings: EmbedSettings;
  /** Why the last save failed; null when it did not. */
  error: unknown;
  onChange: (step: string, settings: EmbedSettings) => void;
}

export function createSettingsForm({ kind, settings, error, onChange }: FormParts): SettingsForm {
  const used = settingsForLayout(settings.layout);
  return {
    kind,
    settings,
    set: (field, value) => onChange(field, { ...settings, [field]: value }),
    change: (step, changes) => onChange(step, { ...settings, ...changes }),
    uses: (field) => used.has(field),
    rejected: rejectedFields(error),
  };
}

/** The settings that an API error names: `settings.minimumRating` becomes `minimumRating`. */
export function rejectedFields(error: unknown): ReadonlySet<SettingField> {
  if (error === null || error === undefined) return new Set();
  const names = toApiError(error).fields.map(({ path }) => /^settings\.(\w+)/.exec(path)?.[1]);
  return new Set(names.filter(isField));
}

function isField(name: string | undefined): name is SettingField {
  return name !== undefined && name !== 'version' && Object.hasOwn(embedSettingsSchema.shape, name);
}

/** The value as parsed by the contract's schema; undefined when it is invalid. */
export function parseSetting<K extends SettingField>(field: K, value: unknown): EmbedSettings[K] | undefined {
  const parsed = embedSettingsSchema.shape[field].safeParse(value);
  return parsed.success ? (parsed.data as EmbedSettings[K]) : undefined;
}
