import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { SelectField, SliderField, SwitchField } from './fields.tsx';
import type { SettingField } from './settings-for-layout.ts';
import type { SettingsForm } from './settings-form.ts';

const fields: readonly SettingField[] = ['author', 'photo', 'date', 'clampLines', 'showReplies'];

/** Settings of a single review card. */
export function CardsGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  if (!fields.some(form.uses)) return null;
  const { author, date } = form.settings;
  const authors = [
    ['full', t('widgets:editor.authorFull')],
    ['short', t('widgets:editor.authorShort')],
    ['hidden', t('widgets:editor.authorHidden')],
  ] as const;
  const dates = [
    ['absolute', t('widgets:editor.dateAbsolute')],
    ['relative', t('widgets:editor.dateRelative')],
    ['none', t('widgets:editor.dateNone')],
  ] as const;
  const summary = [
    `${t('widgets:editor.author')}: ${authors.find(([value]) => value === author)?.[1]}`,
    `${t('widgets:editor.date')}: ${dates.find(([value]) => value === date)?.[1]}`,
  ];
  return (
    <SettingsGroup
      title={t('widgets:editor.cards')}
      summary={summary.join(' · ')}
      hasErrors={fields.some((field) => form.rejected.has(field))}
    >
      <SelectField form={form} field="author" label={t('widgets:editor.author')} options={authors} />
      <SelectField
        form={form}
        field="photo"
        label={t('widgets:editor.photo')}
        options={[
          ['initials', t('widgets:editor.photoInitials')],
          ['photo', t('widgets:editor.photoPhoto')],
          ['none', t('widgets:editor.photoNone')],
        ]}
      />
      <SelectField form={form} field="date" label={t('widgets:editor.date')} options={dates} />
      <SliderField
        form={form}
        field="clampLines"
        label={t('widgets:editor.clampLines')}
        min={0}
        max={20}
        zero={t('widgets:editor.allLines')}
      />
      <SwitchField form={form} field="showReplies" label={t('widgets:editor.showReplies')} />
    </SettingsGroup>
  );
}
