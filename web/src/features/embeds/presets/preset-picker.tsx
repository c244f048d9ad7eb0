import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import { IconCheck } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { visibleThemes } from '../look/check-contrast.ts';
import css from './presets.module.css';
import { findPreset, type Look, presetNames, presets } from './presets.ts';

// locale-keys: widgets.preset.*

interface PresetPickerProps {
  settings: EmbedSettings;
  onChoose: (look: Look) => void;
}

/** All presets, each in its own colors; the active one is marked. */
export function PresetPicker({ settings, onChoose }: PresetPickerProps) {
  const { t } = useText();
  const activePreset = findPreset(settings);
  return (
    <fieldset className={css.presets}>
      <legend className={css.legend}>{t('widgets:editor.presets')}</legend>
      {presetNames.map((name) => (
        <button
          key={name}
          type="button"
          className={css.preset}
          aria-pressed={name === activePreset}
          onClick={() => onChoose(presets[name])}
        >
          <Swatch look={presets[name]} />
          <span className={css.name}>
            {name === activePreset ? <IconCheck size={14} aria-hidden /> : null}
            {t(`widgets:preset.${name}`)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

const fonts: Record<Look['font'], string> = {
  site: 'inherit',
  system: 'system-ui, sans-serif',
  serif: 'Georgia, serif',
  mono: 'ui-monospace, Consolas, monospace',
  named: 'inherit',
};
const shadows: Record<Look['shadow'], string> = {
  none: 'none',
  soft: '0 2px 6px #00000026',
  strong: '0 4px 10px #00000059',
};

/** A small review card in the colors, borders and font of the look. */
function Swatch({ look }: { look: Look }) {
  return (
    <span className={css.ground} aria-hidden>
      {visibleThemes(look).map((theme) => {
        const { back, fore, muted, line, accent } = paletteOf(look, theme);
        const card: CSSProperties = {
          background: back,
          color: fore,
          border: `${look.border}px solid ${line}`,
          borderRadius: look.radius * 0.6,
          boxShadow: shadows[look.shadow],
          fontFamily: fonts[look.font],
        };
        return (
          <span key={theme} className={css.card} style={card}>
            {/* Drawn as a shape, so that no text needs a translation. */}
            <svg className={css.stars} viewBox="0 0 60 10" fill={look.stars} aria-hidden="true">
              {[0, 1, 2, 3, 4].map((index) => (
                <path
                  key={index}
                  transform={`translate(${index * 12} 0)`}
                  d="M5 .4l1.4 2.9 3.2.4-2.3 2.2.6 3.2L5 7.6 2.1 9.1l.6-3.2L.4 3.7l3.2-.4z"
                />
              ))}
            </svg>
            <span className={css.letters}>Aa</span>
            <span className={css.bar} style={{ background: muted }} />
            <span className={css.press} style={{ background: accent, borderRadius: look.radius * 0.4 }} />
          </span>
        );
      })}
    </span>
  );
}
