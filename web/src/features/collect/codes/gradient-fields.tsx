import type { CodeGradient } from '@kindling/contract/code-looks';
import { NativeSelect, Switch } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { ColorField } from './color-field.tsx';
import { Range } from './range.tsx';

interface GradientFieldsProps {
  value: CodeGradient | null;
  onChange: (value: CodeGradient | null) => void;
}

/** Dark enough to scan on a light background, whatever the first color is. */
const secondColor = '#5b1a6b';

export function GradientFields({ value, onChange }: GradientFieldsProps) {
  const { t } = useText();
  return (
    <>
      <Switch
        label={t('codes:design.gradient')}
        checked={value !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { kind: 'linear', color: secondColor, angle: 45 } : null)
        }
      />
      {value === null ? null : (
        <>
          <ColorField
            label={t('codes:design.gradientColor')}
            value={value.color}
            onChange={(color) => onChange({ ...value, color })}
          />
          <NativeSelect
            label={t('codes:design.gradientKind')}
            data={[
              { value: 'linear', label: t('codes:design.linear') },
              { value: 'radial', label: t('codes:design.radial') },
            ]}
            value={value.kind}
            onChange={({ currentTarget: { value: kind } }) =>
              onChange({ ...value, kind: kind === 'radial' ? 'radial' : 'linear' })
            }
          />
          {value.kind === 'radial' ? null : (
            <Range
              label={t('codes:design.angle')}
              value={value.angle}
              words={`${value.angle}°`}
              min={0}
              max={345}
              step={15}
              onChange={(angle) => onChange({ ...value, angle })}
            />
          )}
        </>
      )}
    </>
  );
}
