import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { SliderField, SwitchField } from './fields.tsx';
import type { SettingField } from './settings-for-layout.ts';
import type { SettingsForm } from './settings-form.ts';

const fields: readonly SettingField[] = [
  'pageSize',
  'visitorTools',
  'sourceTabs',
  'autoplay',
  'interval',
  'arrows',
  'dots',
];

/** Settings of paging, animation and controls. */
export function BehaviorGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  if (!fields.some(form.uses)) return null;
  const { settings } = form;
  const parts = [
    form.uses('pageSize') &&
      `${t('widgets:editor.pageSize')}: ${settings.pageSize === 0 ? t('widgets:editor.pageAll') : settings.pageSize}`,
    form.uses('visitorTools') && settings.visitorTools && t('widgets:editor.visitorTools'),
    form.uses('sourceTabs') && settings.sourceTabs && t('widgets:editor.sourceTabs'),
    form.uses('autoplay') && settings.autoplay && t('widgets:editor.autoplay'),
    form.uses('arrows') && settings.arrows && t('widgets:editor.arrows'),
    form.uses('dots') && settings.dots && t('widgets:editor.dots'),
  ];
  return (
    <SettingsGroup
      title={t('widgets:editor.behavior')}
      summary={parts.filter((part) => part !== false).join(' · ')}
      hasErrors={fields.some((field) => form.rejected.has(field))}
    >
      <SliderField
        form={form}
        field="pageSize"
        label={t('widgets:editor.pageSize')}
        min={0}
        max={100}
        zero={t('widgets:editor.pageAll')}
      />
      <SwitchField
        form={form}
        field="visitorTools"
        label={t('widgets:editor.visitorTools')}
        description={t('widgets:editor.visitorToolsHint')}
      />
      <SwitchField
        form={form}
        field="sourceTabs"
        label={t('widgets:editor.sourceTabs')}
        description={t('widgets:editor.sourceTabsHint')}
      />
      <SwitchField
        form={form}
        field="autoplay"
        label={t('widgets:editor.autoplay')}
        description={t('widgets:editor.autoplayHint')}
      />
      {settings.autoplay || !form.uses('autoplay') ? (
        <SliderField
          form={form}
          field="interval"
          label={t('widgets:editor.interval')}
          min={3}
          max={20}
          unit="s"
        />
      ) : null}
      <SwitchField form={form} field="arrows" label={t('widgets:editor.arrows')} />
      <SwitchField form={form} field="dots" label={t('widgets:editor.dots')} />
    </SettingsGroup>
  );
}
