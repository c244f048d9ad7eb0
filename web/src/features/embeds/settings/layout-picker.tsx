import type { EmbedLayout } from '@kindling/contract/embed-settings';
import { useId } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { LayoutDrawing } from './layout-drawing.tsx';
import css from './settings.module.css';

// locale-keys: widgets.layout.*

interface PickerProps {
  layouts: readonly EmbedLayout[];
  chosen: EmbedLayout;
  onChoose: (layout: EmbedLayout) => void;
}

/** Chooses a layout by its drawing. These are native radio buttons, so arrow keys work. */
export function LayoutPicker({ layouts, chosen, onChoose }: PickerProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={css.layouts}>
      <legend className="k-hidden">{t('widgets:editor.layout')}</legend>
      {layouts.map((layout) => (
        <label key={layout} className={css.layout}>
          <input
            type="radio"
            className="k-hidden"
            name={name}
            value={layout}
            checked={layout === chosen}
            onChange={() => onChoose(layout)}
          />
          <LayoutDrawing layout={layout} />
          <span>{t(`widgets:layout.${layout}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
