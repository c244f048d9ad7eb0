import css from './sparkline.module.css';

interface SparklineProps {
  /** Null where there is no value; the line has a gap there. */
  values: readonly (number | null)[];
  range?: [number, number] | undefined;
}

const width = 160;
const height = 36;
/** So that the ends of the line are not cut off. */
const margin = 3;

/** A small line without axes. The figures beside it say what it shows, so it is hidden from screen readers. */
export function Sparkline({ values, range }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const [low, high] = range ?? [0, Math.max(1, ...known)];
  const x = (index: number) => margin + (index / Math.max(1, values.length - 1)) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin);
  const places = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  const last = places.findLast((place) => place !== null);
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className={css.base} x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      <path className={css.values} d={pathOf(places)} />
      {last == null ? null : <path className={css.end} d={`M${last.x},${last.y}h0`} />}
    </svg>
  );
}

/** A value between two gaps is a dot: a line of no length with round ends. */
function pathOf(places: readonly ({ x: number; y: number } | null)[]): string {
  return places
    .map((place, index) => {
      if (place === null) return '';
      const at = `${place.x.toFixed(1)},${place.y.toFixed(1)}`;
      if (index > 0 && places[index - 1] !== null) return `L${at}`;
      return places[index + 1] == null ? `M${at}h0` : `M${at}`;
    })
    .join('');
}
