import { Button, Drawer } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import {
  defaultPreferences,
  type PreferenceName,
  type Preferences,
  preferenceNames,
  preferenceStore,
  preferenceValues,
  usePreferences,
} from '../../lib/preferences.ts';
import { Notice } from '../../ui/notice.tsx';
import css from './display-panel.module.css';
import { DisplayPicture } from './display-picture.tsx';
import { useDelayedOpen } from './use-delayed-open.ts';

// locale-keys: app.display.*

/** The display preferences. Each choice applies at once. */
export function DisplayPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useText();
  const { preferences, kept } = usePreferences();
  const changed = preferenceNames.some((name) => preferences[name] !== defaultPreferences[name]);
  return (
    <Drawer
      opened={useDelayedOpen(opened)}
      onClose={onClose}
      title={t('display.title')}
      size={400}
      position={preferences.sidebarPosition === 'right' ? 'left' : 'right'}
      overlayProps={{ backgroundOpacity: 0.18 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.stack}>
        {kept ? null : <Notice tone="warn">{t('display.notKept')}</Notice>}
        <Choice name="theme" />
        <Choice name="density" />
        <Choice name="layout" />
        <Choice name="sidebarPosition" />
        <Choice name="sidebarBehavior" />
        <Button
          variant="default"
          leftSection={<IconRestore size={18} stroke={1.75} />}
          disabled={!changed}
          onClick={() => preferenceStore().reset()}
        >
          {t('display.reset')}
        </Button>
      </div>
    </Drawer>
  );
}

/** `<preference>.<value>`, as in the texts. */
type ChoiceKey = { [Name in PreferenceName]: `${Name}.${Preferences[Name]}` }[PreferenceName];

/** One preference as radio buttons, each with a preview, and a sentence about the chosen one. */
function Choice<Name extends PreferenceName>({ name }: { name: Name }): ReactNode {
  const { t } = useText();
  const { preferences } = usePreferences();
  const group = useId();
  const hint = useId();
  const keyOf = (value: Preferences[Name]) => `${name}.${value}` as ChoiceKey;
  const values: readonly Preferences[Name][] = preferenceValues[name];
  return (
    <fieldset className={css.choice} aria-describedby={hint}>
      <legend className={css.legend}>{t(`display.${name}`)}</legend>
      <div className={css.options} data-count={values.length}>
        {values.map((value) => (
          <label key={value} className={css.option}>
            <input
              type="radio"
              className={css.radio}
              name={group}
              value={value}
              checked={preferences[name] === value}
              onChange={() => preferenceStore().set(name, value)}
            />
            <DisplayPicture preferences={{ ...preferences, [name]: value }} shows={name} />
            <span className={css.name}>{t(`display.value.${keyOf(value)}`)}</span>
          </label>
        ))}
      </div>
      <p id={hint} className={css.hint}>
        {t(`display.hint.${keyOf(preferences[name])}`)}
      </p>
    </fieldset>
  );
}
