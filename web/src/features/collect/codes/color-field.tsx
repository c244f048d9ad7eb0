import { useText } from '../../../lib/i18n/text.ts';
import { HexColorField } from '../../../ui/hex-color-field.tsx';

interface ColorFieldProps {
  label: string;
  /** `#rrggbb`; null: the one that `none` names. */
  value: string | null;
  onChange: (value: string) => void;
  /** For an optional color: the words for its absence, and the callback that returns to it. */
  none?: { name: string; restore: () => void };
}

export function ColorField({ label, value, onChange, none }: ColorFieldProps) {
  const { t } = useText();
  return (
    <HexColorField
      label={label}
      value={value}
      onChange={onChange}
      words={{ invalid: t('codes:design.colorInvalid'), pick: t('codes:design.pickColor', { name: label }) }}
      unset={none && { ...none, color: '#ffffff', action: `${none.name}: ${label}` }}
    />
  );
}
