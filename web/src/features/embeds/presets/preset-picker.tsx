import { type EmbedSettings, isBadge } from '@kindling/contract/embed-settings';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import { TemplatePicture } from '../templates/template-picture.tsx';
import css from './presets.module.css';
import { embedLooks, findLook, type LookSettings, lookSettings } from './presets.ts';
import { useLookPreviews } from './use-look-previews.ts';

// locale-keys: widgets.preset.*

interface PresetPickerProps {
  settings: EmbedSettings;
  onChoose: (look: LookSettings) => void;
}

/** Pixels that the embed of a picture has on a page. */
const pictureWidth = 320;

/** All looks, each as the renderer draws it; the active one is marked. */
export function PresetPicker({ settings, onChoose }: PresetPickerProps) {
  const { t } = useText();
  const previews = useLookPreviews(settings);
  const active = findLook(settings);
  return (
    <fieldset className={css.presets}>
      <legend className={css.legend}>{t('widgets:editor.presets')}</legend>
      {embedLooks.map((look, index) => (
        <div key={look} className={css.preset}>
          <TemplatePicture
            html={previews.data?.previews[index]?.html}
            layout={isBadge(settings.layout) ? settings.layout : 'list'}
            theme={lookSettings[look].theme === 'dark' ? 'dark' : 'light'}
            ground={lookSettings[look].background}
            width={pictureWidth}
          />
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
