/** Two small charts. Screen readers get a table or a list instead of the drawing. */
import css from './charts.module.css';

interface Bar {
  key: string;
  /** Below the bar; '' when it would touch the next one. */
  label: string;
  /** Longer text for the table. */
  longLabel: string;
  value: number;
  /** The value as text. */
  text: string;
}

/** Null: nothing to draw, for a time to come. */
type Column = Omit<Bar, 'value'> & { value: number | null };

interface ColumnChartProps {
  bars: Column[];
  caption: string;
  valueHeading: string;
  labelHeading: string;
  /** For more bars than there is space for a figure each. */
  dense?: boolean;
}

/** Columns over time, and a table with the same figures for screen readers. */
export function ColumnChart({ bars, caption, valueHeading, labelHeading, dense = false }: ColumnChartProps) {
  const highest = Math.max(1, ...bars.map((bar) => bar.value ?? 0));
  return (
    <figure className={css.figure}>
      <div className={css.columns} data-dense={dense || undefined} aria-hidden="true">
        {bars.map((bar) => (
          <div key={bar.key} className={css.column} title={`${bar.longLabel}: ${bar.text}`}>
            <span className={css.value}>
              {bar.value === 0 || bar.value === null || dense ? '' : bar.text}
            </span>
            {bar.value === null ? (
              <span />
            ) : (
              <span className={css.stem} style={{ height: `${(bar.value / highest) * 100}%` }} />
            )}
            <span className={css.label}>{bar.label}</span>
          </div>
        ))}
      </div>
      <table className="k-hidden">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeading}</th>
            <th scope="col">{valueHeading}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{bar.longLabel}</th>
              <td>{bar.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** The bars of a distribution, each with its label and figure. */
export function DistributionBars({ bars, caption }: { bars: Bar[]; caption: string }) {
  const sum = Math.max(
    1,
    bars.reduce((total, bar) => total + bar.value, 0),
  );
  return (
    <ul className={css.rows} aria-label={caption}>
      {bars.map((bar) => (
        <li key={bar.key} className={css.row}>
          <span className={css.rowLabel}>
            <span aria-hidden="true">{bar.label}</span>
            <span className="k-hidden">{bar.longLabel}</span>
          </span>
          <span className={css.track} aria-hidden="true">
            <span className={css.fill} style={{ width: `${(bar.value / sum) * 100}%` }} />
          </span>
          <span className={css.rowValue}>{bar.text}</span>
        </li>
      ))}
    </ul>
  );
}
