import { paletteOf } from '@kindling/guest/embed/render/palette';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { shownThemes } from '../look/check-contrast.ts';
import { ContrastNotes } from '../look/contrast-notes.tsx';
import { PresetPicker } from '../presets/preset-picker.tsx';
import { presetOf } from '../presets/presets.ts';
import { Colour } from './colour-field.tsx';
import { Choice, Range, useRefusal } from './fields.tsx';
import { accept, type SettingsForm } from './form.ts';
import { Group, Part } from './group.tsx';
import css from './settings.module.css';
import { lookFields } from './settings-of-layout.ts';

// locale-keys: widgets.preset.*

/** A finished look to start from, and every part of it. */
export function LookGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const preset = presetOf(form.settings);
  return (
    <Group
      title={t('widgets:editor.look')}
      summary={preset === null ? t('widgets:editor.ownLook') : t(`widgets:preset.${preset}`)}
      faulty={lookFields.some((field) => form.refused.has(field))}
    >
      <PresetPicker settings={form.settings} onChoose={(look) => form.change('preset', look)} />
      <Colours form={form} />
      <Shape form={form} />
      <Letters form={form} />
    </Group>
  );
}

function Colours({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const [shown = 'light'] = shownThemes(form.settings);
  // The theme's own colours: what is drawn as long as none is chosen.
  const { back, fore, line } = paletteOf({ ...form.settings, text: null, line: null }, shown);
  const asTheme = (field: 'text' | 'background' | 'line', colour: string) => ({
    colour,
    restore: () => form.set(field, null),
  });
  return (
    <Part title={t('widgets:editor.colours')}>
      <Choice
        form={form}
        field="theme"
        label={t('widgets:editor.theme')}
        options={[
          ['light', t('widgets:editor.themeLight')],
          ['dark', t('widgets:editor.themeDark')],
          ['auto', t('widgets:editor.themeAuto')],
        ]}
      />
      <div className={css.colours}>
        <Colour form={form} field="accent" label={t('widgets:editor.accent')} />
        <Colour form={form} field="stars" label={t('widgets:editor.stars')} />
        <Colour form={form} field="text" label={t('widgets:editor.text')} theme={asTheme('text', fore)} />
        <Colour
          form={form}
          field="background"
          label={t('widgets:editor.background')}
          theme={asTheme('background', back)}
        />
        <Colour form={form} field="line" label={t('widgets:editor.line')} theme={asTheme('line', line)} />
      </div>
      <ContrastNotes settings={form.settings} onStars={(colour) => form.set('stars', colour)} />
    </Part>
  );
}

function Shape({ form }: { form: SettingsForm }) {
  const { t } = useText();
  return (
    <Part title={t('widgets:editor.shape')}>
      <Range form={form} field="radius" label={t('widgets:editor.radius')} min={0} max={24} unit="px" />
      <Range form={form} field="border" label={t('widgets:editor.border')} min={0} max={3} unit="px" />
      <Choice
        form={form}
        field="shadow"
        label={t('widgets:editor.shadow')}
        options={[
          ['none', t('widgets:editor.shadowNone')],
          ['soft', t('widgets:editor.shadowSoft')],
          ['strong', t('widgets:editor.shadowStrong')],
        ]}
      />
      <Choice
        form={form}
        field="spacing"
        label={t('widgets:editor.spacing')}
        options={[
          ['compact', t('widgets:editor.spacingCompact')],
          ['normal', t('widgets:editor.spacingNormal')],
          ['airy', t('widgets:editor.spacingAiry')],
        ]}
      />
    </Part>
  );
}

function Letters({ form }: { form: SettingsForm }) {
  const { t } = useText();
  return (
    <Part title={t('widgets:editor.letters')}>
      <Choice
        form={form}
        field="font"
        label={t('widgets:editor.font')}
        options={[
          ['site', t('widgets:editor.fontSite')],
          ['system', t('widgets:editor.fontSystem')],
          ['serif', t('widgets:editor.fontSerif')],
          ['mono', t('widgets:editor.fontMono')],
          ['named', t('widgets:editor.fontNamed')],
        ]}
      />
      {form.settings.font === 'named' ? <FontName form={form} /> : null}
      <Range form={form} field="textSize" label={t('widgets:editor.textSize')} min={12} max={20} unit="px" />
    </Part>
  );
}

function FontName({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const refusal = useRefusal(form, 'fontName');
  const [invalid, setInvalid] = useState<string | null>(null);
  if (!form.uses('fontName')) return null;
  return (
    <TextInput
      label={t('widgets:editor.fontName')}
      description={t('widgets:editor.fontNameHint')}
      error={invalid === null ? refusal : t('widgets:editor.fontNameInvalid')}
      value={invalid ?? form.settings.fontName}
      maxLength={40}
      spellCheck={false}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const taken = accept('fontName', typed);
        setInvalid(taken === undefined ? typed : null);
        if (taken !== undefined) form.set('fontName', taken);
      }}
    />
  );
}
