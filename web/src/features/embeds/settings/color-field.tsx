import { useText } from '../../../lib/i18n/text.ts';
import { HexColorField } from '../../../ui/hex-color-field.tsx';
import { type FieldProps, useFieldError } from './fields.tsx';
import { parseSetting } from './settings-form.ts';

type ColorName = 'accent' | 'stars' | 'text' | 'background' | 'line';

interface ColorFieldProps extends FieldProps<ColorName> {
  /** Set for an optional color: the theme's color that is used otherwise, and the callback that returns to it. */
  theme?: { color: string; restore: () => void };
}

export function ColorField({ form, field, label, theme }: ColorFieldProps) {
  const { t } = useText();
  const error = useFieldError(form, field);
  if (!form.uses(field)) return null;
  return (
    <HexColorField
      label={label}
      value={form.settings[field]}
      error={error}
      parse={(text) => parseSetting(field, text)}
      onChange={(color) => form.set(field, color)}
      words={{
        invalid: t('widgets:editor.colorInvalid'),
        pick: t('widgets:editor.pickColor', { name: label }),
      }}
      unset={
        theme === undefined
          ? undefined
          : {
              ...theme,
              name: t('widgets:editor.asTheme'),
              action: t('widgets:editor.asThemeFor', { name: label }),
            }
      }
    />
  );
}
