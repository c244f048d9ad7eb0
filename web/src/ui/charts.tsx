/** A small chart. Screen readers get a table instead of the drawing. */
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

interface ColumnChartProps {
  bars: Bar[];
  caption: string;
  valueHeading: string;
  labelHeading: string;
  /** For more bars than there is space for a figure each. */
  dense?: boolean;
}

/** Columns over time, and a table with the same figures for screen readers. */
export function ColumnChart({ bars, caption, valueHeading, labelHeading, dense = false }: ColumnChartProps) {
  const highest = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <figure className={css.figure}>
      <div className={css.columns} data-dense={dense || undefined} aria-hidden="true">
        {bars.map((bar) => (
          <div key={bar.key} className={css.column} title={`${bar.longLabel}: ${bar.text}`}>
            <span className={css.value}>{bar.value === 0 || dense ? '' : bar.text}</span>
            <span className={css.stem} style={{ height: `${(bar.value / highest) * 100}%` }} />
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
