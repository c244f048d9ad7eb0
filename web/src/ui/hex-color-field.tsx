import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import css from './hex-color-field.module.css';

interface HexColorFieldProps {
  label: string;
  description?: string;
  /** `#rrggbb`; null while none is chosen. */
  value: string | null;
  error?: string | null;
  /** The color for a typed text; undefined for one that is no color. Without it, every `#rrggbb` is one. */
  parse?: (text: string) => string | null | undefined;
  onChange: (color: string) => void;
  words: { invalid: string; pick: string };
  /** Set for an optional color: what is used otherwise, and the callback that returns to it. */
  unset?: { color: string; name: string; action: string; restore: () => void } | undefined;
}

const parseHexColor = (text: string) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined);

/**
 * A color: the browser's own picker, which works with the keyboard and screen readers, and its hex code to type or
 * paste. Mantine's color picker has parts without accessible names.
 */
export function HexColorField(props: HexColorFieldProps) {
  const { label, description, value, error = null, parse = parseHexColor, onChange, words, unset } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    const code = /^[0-9a-f]{6}$/i.test(text.trim()) ? `#${text.trim()}` : text.trim();
    const taken = parse(code);
    setTyped(taken === undefined || taken === null ? text : null);
    if (typeof taken === 'string') onChange(taken);
  };
  return (
    <TextInput
      label={label}
      description={description}
      error={typed === null ? error : words.invalid}
      value={typed ?? value?.toUpperCase() ?? ''}
      placeholder={unset?.name ?? ''}
      spellCheck={false}
      maxLength={9}
      onChange={(event) => type(event.currentTarget.value)}
      // An invalid text is replaced by the current color.
      onBlur={() => setTyped(null)}
      leftSection={
        <input
          type="color"
          className={css.swatch}
          aria-label={words.pick}
          value={value ?? unset?.color ?? '#000000'}
          onChange={(event) => type(event.currentTarget.value)}
        />
      }
      leftSectionPointerEvents="all"
      rightSectionWidth="auto"
      rightSection={
        unset === undefined || value === null ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={unset.action}
            onClick={() => {
              setTyped(null);
              unset.restore();
            }}
          >
            {unset.name}
          </Button>
        )
      }
      rightSectionPointerEvents="all"
    />
  );
}
