import { paletteOf } from '@kindling/guest/embed/render/palette';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup, SettingsSubgroup } from '../../../ui/settings-group.tsx';
import { visibleThemes } from '../look/check-contrast.ts';
import { ContrastNotes } from '../look/contrast-notes.tsx';
import { PresetPicker } from '../presets/preset-picker.tsx';
import { findLook } from '../presets/presets.ts';
import { ColorField } from './color-field.tsx';
import { SelectField, SliderField, useFieldError } from './fields.tsx';
import { PageStyleFields } from './page-style-fields.tsx';
import css from './settings.module.css';
import { lookFields } from './settings-for-layout.ts';
import { parseSetting, type SettingsForm } from './settings-form.ts';

// locale-keys: widgets.preset.*

/** The presets and all settings of the look. */
export function LookGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const preset = findLook(form.settings);
  return (
    <SettingsGroup
      title={t('widgets:editor.look')}
      summary={preset === null ? t('widgets:editor.ownLook') : t(`widgets:preset.${preset}`)}
      hasErrors={lookFields.some((field) => form.rejected.has(field))}
    >
      <PresetPicker settings={form.settings} onChoose={(look) => form.change('preset', look)} />
      <ColorFields form={form} />
      <ShapeFields form={form} />
      <FontFields form={form} />
      <PageStyleFields form={form} />
    </SettingsGroup>
  );
}

function ColorFields({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const [shown = 'light'] = visibleThemes(form.settings);
  // The theme's own colors, which are drawn while none is chosen.
  const { back, fore, line } = paletteOf({ ...form.settings, text: null, line: null }, shown);
  const asTheme = (field: 'text' | 'background' | 'line', color: string) => ({
    color,
    restore: () => form.set(field, null),
  });
  return (
    <SettingsSubgroup title={t('widgets:editor.colors')}>
      <SelectField
        form={form}
        field="theme"
        label={t('widgets:editor.theme')}
        options={[
          ['light', t('widgets:editor.themeLight')],
          ['dark', t('widgets:editor.themeDark')],
          ['auto', t('widgets:editor.themeAuto')],
        ]}
      />
      <div className={css.colors}>
        <ColorField form={form} field="accent" label={t('widgets:editor.accent')} />
        <ColorField form={form} field="stars" label={t('widgets:editor.stars')} />
        <ColorField form={form} field="text" label={t('widgets:editor.text')} theme={asTheme('text', fore)} />
        <ColorField
          form={form}
          field="background"
          label={t('widgets:editor.background')}
          theme={asTheme('background', back)}
        />
        <ColorField form={form} field="line" label={t('widgets:editor.line')} theme={asTheme('line', line)} />
      </div>
      <ContrastNotes settings={form.settings} onStars={(color) => form.set('stars', color)} />
    </SettingsSubgroup>
  );
}

function ShapeFields({ form }: { form: SettingsForm }) {
  const { t } = useText();
  return (
    <SettingsSubgroup title={t('widgets:editor.shape')}>
      <SliderField form={form} field="radius" label={t('widgets:editor.radius')} min={0} max={24} unit="px" />
      <SliderField form={form} field="border" label={t('widgets:editor.border')} min={0} max={3} unit="px" />
      <SelectField
        form={form}
        field="shadow"
        label={t('widgets:editor.shadow')}
        options={[
          ['none', t('widgets:editor.shadowNone')],
          ['soft', t('widgets:editor.shadowSoft')],
          ['strong', t('widgets:editor.shadowStrong')],
        ]}
      />
      <SelectField
        form={form}
        field="spacing"
        label={t('widgets:editor.spacing')}
        options={[
          ['compact', t('widgets:editor.spacingCompact')],
          ['normal', t('widgets:editor.spacingNormal')],
          ['airy', t('widgets:editor.spacingAiry')],
        ]}
      />
    </SettingsSubgroup>
  );
}

function FontFields({ form }: { form: SettingsForm }) {
  const { t } = useText();
  return (
    <SettingsSubgroup title={t('widgets:editor.letters')}>
      <SelectField
        form={form}
        field="font"
        label={t('widgets:editor.font')}
        options={[
          ['site', t('widgets:editor.fontSite')],
          ['system', t('widgets:editor.fontSystem')],
          ['humanist', t('widgets:editor.fontHumanist')],
          ['geometric', t('widgets:editor.fontGeometric')],
          ['rounded', t('widgets:editor.fontRounded')],
          ['serif', t('widgets:editor.fontSerif')],
          ['slab', t('widgets:editor.fontSlab')],
          ['mono', t('widgets:editor.fontMono')],
          ['hand', t('widgets:editor.fontHand')],
          ['named', t('widgets:editor.fontNamed')],
        ]}
      />
      {form.settings.font === 'named' ? <FontNameField form={form} /> : null}
      <SliderField
        form={form}
        field="textSize"
        label={t('widgets:editor.textSize')}
        min={12}
        max={20}
        unit="px"
      />
    </SettingsSubgroup>
  );
}

function FontNameField({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const fieldError = useFieldError(form, 'fontName');
  const [invalid, setInvalid] = useState<string | null>(null);
  if (!form.uses('fontName')) return null;
  return (
    <TextInput
      label={t('widgets:editor.fontName')}
      description={t('widgets:editor.fontNameHint')}
      error={invalid === null ? fieldError : t('widgets:editor.fontNameInvalid')}
      value={invalid ?? form.settings.fontName}
      maxLength={40}
      spellCheck={false}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const taken = parseSetting('fontName', typed);
        setInvalid(taken === undefined ? typed : null);
        if (taken !== undefined) form.set('fontName', taken);
      }}
    />
  );
}
