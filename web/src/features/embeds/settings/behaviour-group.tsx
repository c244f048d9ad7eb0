import { useText } from '../../../lib/i18n/text.ts';
import { Range, Toggle } from './fields.tsx';
import type { SettingsForm } from './form.ts';
import { Group } from './group.tsx';
import type { Field } from './settings-of-layout.ts';

const fields: readonly Field[] = ['pageSize', 'autoplay', 'interval', 'arrows', 'dots'];

/** What moves and what can be pressed. */
export function BehaviourGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  if (!fields.some(form.uses)) return null;
  const { settings } = form;
  const parts = [
    form.uses('pageSize') &&
      `${t('widgets:editor.pageSize')}: ${settings.pageSize === 0 ? t('widgets:editor.pageAll') : settings.pageSize}`,
    form.uses('autoplay') && settings.autoplay && t('widgets:editor.autoplay'),
    form.uses('arrows') && settings.arrows && t('widgets:editor.arrows'),
    form.uses('dots') && settings.dots && t('widgets:editor.dots'),
  ];
  return (
    <Group
      title={t('widgets:editor.behaviour')}
      summary={parts.filter((part) => part !== false).join(' · ')}
      faulty={fields.some((field) => form.refused.has(field))}
    >
      <Range
        form={form}
        field="pageSize"
        label={t('widgets:editor.pageSize')}
        min={0}
        max={100}
        zero={t('widgets:editor.pageAll')}
      />
      <Toggle
        form={form}
        field="autoplay"
        label={t('widgets:editor.autoplay')}
        description={t('widgets:editor.autoplayHint')}
      />
      {settings.autoplay || !form.uses('autoplay') ? (
        <Range form={form} field="interval" label={t('widgets:editor.interval')} min={3} max={20} unit="s" />
      ) : null}
      <Toggle form={form} field="arrows" label={t('widgets:editor.arrows')} />
      <Toggle form={form} field="dots" label={t('widgets:editor.dots')} />
    </Group>
  );
}
