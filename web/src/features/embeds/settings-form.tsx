import { embedLanguages, sources } from 'virtual:kindling-build';
import { languages } from '@kindling/contract/constants';
import { type EmbedSettings, embedLayouts } from '@kindling/contract/embed-settings';
import { Checkbox, NativeSelect, Slider, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../lib/api/client.ts';
import { languageNames } from '../../lib/i18n/language-names.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './editor.module.css';
import { readChoice } from './read-choice.ts';

// locale-keys: common.source.*
// locale-keys: widgets.layout.*

interface FormProps {
  settings: EmbedSettings;
  /** `field` names the setting, so that dragging a slider is one step back and not fifty. */
  onChange: (field: string, settings: EmbedSettings) => void;
}

type Set = <K extends keyof EmbedSettings>(field: K, value: EmbedSettings[K]) => void;

interface SectionProps {
  settings: EmbedSettings;
  set: Set;
}

/** Every setting of a widget, in three groups. */
export function SettingsForm({ settings, onChange }: FormProps) {
  const set: Set = (field, value) => onChange(field, { ...settings, [field]: value });
  return (
    <>
      <Content settings={settings} set={set} />
      <Cards settings={settings} set={set} />
      <Look settings={settings} set={set} />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Content({ settings, set }: SectionProps) {
  const { t } = useText();
  const dashboard = useQuery(query.analytics.dashboard.queryOptions({ input: {} }));
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const held = dashboard.data?.sources.map((entry) => entry.source) ?? [];
  const offered = sources.filter((source) => held.includes(source) || settings.sources.includes(source));
  const locations = businesses.data?.businesses.flatMap((business) => business.locations) ?? [];
  return (
    <Group title={t('widgets:editor.content')}>
      {offered.length > 1 ? (
        <Checkbox.Group
          label={t('widgets:editor.sources')}
          description={t('widgets:editor.emptyMeansAll')}
          value={settings.sources}
          onChange={(value) =>
            set(
              'sources',
              sources.filter((source) => value.includes(source)),
            )
          }
        >
          <div className={css.checks}>
            {offered.map((source) => (
              <Checkbox key={source} value={source} label={t(`common:source.${source}`)} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
      {locations.length > 1 ? (
        <Checkbox.Group
          label={t('widgets:editor.locations')}
          description={t('widgets:editor.emptyMeansAll')}
          value={settings.locationIds}
          onChange={(value) => set('locationIds', value)}
        >
          <div className={css.checks}>
            {locations.map((location) => (
              <Checkbox key={location.id} value={location.id} label={location.name} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
      <NativeSelect
        label={t('widgets:editor.minimumRating')}
        description={
          settings.minimumRating > 1 || settings.withTextOnly ? t('widgets:editor.disclosed') : null
        }
        value={String(settings.minimumRating)}
        onChange={(event) => set('minimumRating', Number(event.currentTarget.value))}
        data={[1, 2, 3, 4, 5].map((count) => ({
          value: String(count),
          label: count === 1 ? t('widgets:editor.everyRating') : t('widgets:editor.ratingFrom', { count }),
        }))}
      />
      <Switch
        label={t('widgets:editor.withTextOnly')}
        checked={settings.withTextOnly}
        onChange={(event) => set('withTextOnly', event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('widgets:editor.order')}
        value={settings.order}
        onChange={(event) => set('order', readChoice(event.currentTarget.value, ['newest', 'highest']))}
        data={[
          { value: 'newest', label: t('widgets:editor.newest') },
          { value: 'highest', label: t('widgets:editor.highest') },
        ]}
      />
      <Range
        label={t('widgets:editor.limit')}
        value={settings.limit}
        min={1}
        max={50}
        onChange={(value) => set('limit', value)}
      />
    </Group>
  );
}

function Cards({ settings, set }: SectionProps) {
  const { t } = useText();
  return (
    <Group title={t('widgets:editor.cards')}>
      <Switch
        label={t('widgets:editor.showHeader')}
        checked={settings.showHeader}
        onChange={(event) => set('showHeader', event.currentTarget.checked)}
      />
      <Switch
        label={t('widgets:editor.showReplies')}
        checked={settings.showReplies}
        onChange={(event) => set('showReplies', event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('widgets:editor.author')}
        value={settings.author}
        onChange={(event) =>
          set('author', readChoice(event.currentTarget.value, ['full', 'short', 'hidden']))
        }
        data={[
          { value: 'full', label: t('widgets:editor.authorFull') },
          { value: 'short', label: t('widgets:editor.authorShort') },
          { value: 'hidden', label: t('widgets:editor.authorHidden') },
        ]}
      />
      <NativeSelect
        label={t('widgets:editor.date')}
        value={settings.date}
        onChange={(event) => set('date', readChoice(event.currentTarget.value, ['absolute', 'none']))}
        data={[
          { value: 'absolute', label: t('widgets:editor.dateAbsolute') },
          { value: 'none', label: t('widgets:editor.dateNone') },
        ]}
      />
      <Range
        label={t('widgets:editor.clampLines')}
        value={settings.clampLines}
        min={0}
        max={20}
        text={settings.clampLines === 0 ? t('widgets:editor.allLines') : String(settings.clampLines)}
        onChange={(value) => set('clampLines', value)}
      />
      {embedLanguages.length > 1 ? (
        <NativeSelect
          label={t('widgets:editor.language')}
          value={settings.language}
          onChange={(event) => set('language', readChoice(event.currentTarget.value, languages))}
          data={languages
            .filter((language) => embedLanguages.includes(language))
            .map((language) => ({ value: language, label: languageNames[language] }))}
        />
      ) : null}
    </Group>
  );
}

function Look({ settings, set }: SectionProps) {
  const { t } = useText();
  return (
    <Group title={t('widgets:editor.look')}>
      <NativeSelect
        label={t('widgets:editor.layout')}
        value={settings.layout}
        onChange={(event) => set('layout', readChoice(event.currentTarget.value, embedLayouts))}
        data={embedLayouts.map((layout) => ({ value: layout, label: t(`widgets:layout.${layout}`) }))}
      />
      <NativeSelect
        label={t('widgets:editor.theme')}
        value={settings.theme}
        onChange={(event) => set('theme', readChoice(event.currentTarget.value, ['light', 'dark', 'auto']))}
        data={[
          { value: 'light', label: t('widgets:editor.themeLight') },
          { value: 'dark', label: t('widgets:editor.themeDark') },
          { value: 'auto', label: t('widgets:editor.themeAuto') },
        ]}
      />
      <div className={css.colours}>
        <Colour
          label={t('widgets:editor.accent')}
          value={settings.accent}
          onChange={(value) => set('accent', value)}
        />
        <Colour
          label={t('widgets:editor.stars')}
          value={settings.stars}
          onChange={(value) => set('stars', value)}
        />
      </div>
      <NativeSelect
        label={t('widgets:editor.font')}
        value={settings.font}
        onChange={(event) => set('font', readChoice(event.currentTarget.value, ['site', 'system']))}
        data={[
          { value: 'site', label: t('widgets:editor.fontSite') },
          { value: 'system', label: t('widgets:editor.fontSystem') },
        ]}
      />
      <Range
        label={t('widgets:editor.textSize')}
        value={settings.textSize}
        min={12}
        max={20}
        unit="px"
        onChange={(value) => set('textSize', value)}
      />
      <Range
        label={t('widgets:editor.radius')}
        value={settings.radius}
        min={0}
        max={24}
        unit="px"
        onChange={(value) => set('radius', value)}
      />
    </Group>
  );
}

interface RangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  unit?: string;
  text?: string;
  onChange: (value: number) => void;
}

function Range({ label, value, min, max, unit = '', text, onChange }: RangeProps) {
  return (
    <div>
      <div className={css.rangeHead}>
        <span>{label}</span>
        <span className={css.rangeValue}>{text ?? `${value}${unit && ` ${unit}`}`}</span>
      </div>
      <Slider
        value={value}
        min={min}
        max={max}
        label={null}
        onChange={onChange}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': text ?? `${value} ${unit}`.trim() }}
      />
    </div>
  );
}

function Colour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className={css.colour}>
      <input type="color" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      <span>{label}</span>
      <code>{value.toUpperCase()}</code>
    </label>
  );
}
