import { asLanguage } from '@kindling/contract/constants';
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { lookSampleName, siteSampleAddress } from '@kindling/contract/site';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './presets.module.css';
import { embedLooks, findLook, type LookSettings, lookSettings } from './presets.ts';

// locale-keys: widgets.preset.*

interface PresetPickerProps {
  settings: EmbedSettings;
  onChoose: (look: LookSettings) => void;
}

/** All looks, each as the renderer draws it; the active one is marked. */
export function PresetPicker({ settings, onChoose }: PresetPickerProps) {
  const { t, i18n } = useText();
  const language = asLanguage(i18n.language);
  const active = findLook(settings);
  return (
    <fieldset className={css.presets}>
      <legend className={css.legend}>{t('widgets:editor.presets')}</legend>
      {embedLooks.map((look) => (
        <div key={look} className={css.preset}>
          <span className={css.ground} inert>
            <iframe
              className={css.picture}
              src={siteSampleAddress(lookSampleName(look), language)}
              title={t(`widgets:preset.${look}`)}
              loading="lazy"
            />
          </span>
          <button
            type="button"
            className={css.name}
            aria-pressed={look === active}
            onClick={() => onChoose(lookSettings[look])}
          >
            {look === active ? <IconCheck size={14} aria-hidden /> : null}
            {t(`widgets:preset.${look}`)}
          </button>
        </div>
      ))}
    </fieldset>
  );
}
