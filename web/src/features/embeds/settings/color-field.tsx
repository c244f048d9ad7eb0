import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { type FieldProps, useFieldError } from './fields.tsx';
import css from './settings.module.css';
import { parseSetting } from './settings-form.ts';

type ColorName = 'accent' | 'stars' | 'text' | 'background' | 'line';

interface ColorFieldProps extends FieldProps<ColorName> {
  /** Set for an optional color: the theme's color that is used otherwise, and the callback that returns to it. */
  theme?: { color: string; restore: () => void };
}

/**
 * A color: the browser's own picker, which works with the keyboard and screen readers, and its hex code to type or
 * paste. Mantine's color picker has parts without accessible names.
 */
export function ColorField({ form, field, label, theme }: ColorFieldProps) {
  const { t } = useText();
  const fieldError = useFieldError(form, field);
  const [typed, setTyped] = useState<string | null>(null);
  if (!form.uses(field)) return null;
  const value = form.settings[field];
  const type = (text: string) => {
    const code = /^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text.trim();
    const taken = parseSetting(field, code);
    setTyped(taken === undefined || taken === null ? text : null);
    if (typeof taken === 'string') form.set(field, taken);
  };
  return (
    <TextInput
      label={label}
      error={typed === null ? fieldError : t('widgets:editor.colorInvalid')}
      value={typed ?? value?.toUpperCase() ?? ''}
      placeholder={theme === undefined ? '' : t('widgets:editor.asTheme')}
      spellCheck={false}
      maxLength={9}
      onChange={(event) => type(event.currentTarget.value)}
      // An invalid text is replaced by the current color.
      onBlur={() => setTyped(null)}
      leftSection={
        <input
          type="color"
          className={css.swatch}
          aria-label={t('widgets:editor.pickColor', { name: label })}
          value={value ?? theme?.color ?? '#000000'}
          onChange={(event) => type(event.currentTarget.value)}
        />
      }
      leftSectionPointerEvents="all"
      rightSectionWidth="auto"
      rightSection={
        theme === undefined || value === null ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('widgets:editor.asThemeFor', { name: label })}
            onClick={() => {
              setTyped(null);
              theme.restore();
            }}
          >
            {t('widgets:editor.asTheme')}
          </Button>
        )
      }
      rightSectionPointerEvents="all"
    />
  );
}
