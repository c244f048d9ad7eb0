import type { ReactNode } from 'react';
import css from './key-values.module.css';

interface KeyValuesProps {
  /** A null value leaves the line out. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
}

/** Facts, a name and a value on each line. */
export function KeyValues({ rows }: KeyValuesProps) {
  return (
    <dl className={css.rows}>
      {rows.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className={css.row}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
