/** The drawing of a map. The table beside it has the same figures, so it is hidden from screen readers. */

import { stateOutlines, worldOutlines } from './outlines.gen.ts';
import css from './visit-map.module.css';

interface OutlinesProps {
  area: 'world' | 'states';
  /** By two-letter code. */
  values: ReadonlyMap<string, number>;
  nameOf: (code: string) => string;
  formatValue: (value: number) => string;
}

/** Shades between the least and the most; visits of one country are often a hundred times those of another. */
const shades = 5;

function shadeOf(value: number, highest: number): number {
  if (value === 0) return 0;
  return Math.max(1, Math.ceil((Math.log1p(value) / Math.log1p(highest)) * shades));
}

export default function Outlines({ area, values, nameOf, formatValue }: OutlinesProps) {
  const { width, height, shapes } = area === 'world' ? worldOutlines : stateOutlines;
  const highest = Math.max(1, ...[...values].flatMap(([code, value]) => (code === '' ? [] : [value])));
  return (
    <svg className={css.outlines} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {Object.entries(shapes).map(([code, d]) => {
        const value = values.get(code) ?? 0;
        return (
          <path key={code} d={d} data-code={code} data-shade={shadeOf(value, highest)}>
            <title>{`${nameOf(code)}: ${formatValue(value)}`}</title>
          </path>
        );
      })}
    </svg>
  );
}
