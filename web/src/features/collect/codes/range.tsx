import { Slider } from '@mantine/core';
import css from './design-form.module.css';

interface RangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words; the number itself by default. */
  words?: string;
  onChange: (value: number) => void;
}

export function Range({ label, value, min, max, step = 1, words, onChange }: RangeProps) {
  return (
    <div>
      <div className={css.rangeHead}>
        <span>{label}</span>
        <span className={css.rangeValue}>{words ?? value}</span>
      </div>
      <Slider
        label={null}
        thumbLabel={label}
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={onChange}
      />
    </div>
  );
}
