import { Switch } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import css from './editor.module.css';
import type { GroupProps } from './group-props.ts';

/** Whether the form asks for a name and a contact; both are always optional for the visitor. */
export function PersonGroup({ settings, onChange, onShow }: GroupProps) {
  const { t } = useText();
  const { asksName, asksContact } = settings;
  const asked = [
    asksName ? t('pipeline:person.nameShort') : null,
    asksContact ? t('pipeline:person.contactShort') : null,
  ].filter((one) => one !== null);
  const change = (field: 'asksName' | 'asksContact', on: boolean) => {
    onShow({ step: 'answer' });
    onChange(field, { ...settings, [field]: on });
  };
  return (
    <SettingsGroup
      title={t('pipeline:person.title')}
      summary={asked.length === 0 ? t('pipeline:person.none') : asked.join(', ')}
      hasErrors={false}
    >
      <p className={css.hint}>{t('pipeline:person.hint')}</p>
      <Switch
        label={t('pipeline:person.name')}
        checked={asksName}
        onChange={(event) => change('asksName', event.currentTarget.checked)}
      />
      <Switch
        label={t('pipeline:person.contact')}
        checked={asksContact}
        onChange={(event) => change('asksContact', event.currentTarget.checked)}
      />
    </SettingsGroup>
  );
}
