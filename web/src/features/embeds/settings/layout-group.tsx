import { layoutsOf } from '@kindling/contract/embed-settings';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { SelectField, SliderField, SwitchField } from './fields.tsx';
import { LayoutPicker } from './layout-picker.tsx';
import type { SettingsForm } from './settings-form.ts';

// locale-keys: widgets.layout.*

/** The layout and the parts around the reviews. */
export function LayoutGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const { layout } = form.settings;
  return (
    <SettingsGroup
      title={t('widgets:editor.layout')}
      summary={t(`widgets:layout.${layout}`)}
      hasErrors={['layout', 'columns', 'side'].some((field) => form.rejected.has(field as 'layout'))}
      open
    >
      <LayoutPicker
        layouts={layoutsOf(form.kind)}
        chosen={layout}
        onChoose={(chosen) => form.set('layout', chosen)}
      />
      <SliderField
        form={form}
        field="columns"
        label={t('widgets:editor.columns')}
        min={0}
        max={6}
        zero={t('widgets:editor.columnsAuto')}
      />
      <SelectField
        form={form}
        field="side"
        label={t('widgets:editor.side')}
        description={t('widgets:editor.sideHint')}
        options={[
          ['start', t('widgets:editor.sideStart')],
          ['end', t('widgets:editor.sideEnd')],
        ]}
      />
      <SwitchField form={form} field="showHeader" label={t('widgets:editor.showHeader')} />
      <SwitchField form={form} field="showHistogram" label={t('widgets:editor.showHistogram')} />
      <SwitchField
        form={form}
        field="showWrite"
        label={t('widgets:editor.showWrite')}
        description={t('widgets:editor.showWriteHint')}
      />
    </SettingsGroup>
  );
}
