import type { CSSProperties, ReactNode } from 'react';
import css from './skeleton.module.css';

type Shape = 'line' | 'circle' | 'field' | 'card' | 'rows' | 'table' | 'form' | 'figures' | 'chart' | 'text';

interface SkeletonProps {
  /** What comes in its place. */
  shape?: Shape;
  /** As tall as what comes, so that nothing jumps: pixels, or a class. */
  height?: number | string;
  width?: number | string;
  className?: string | undefined;
  /** A surface with a border of its own; without it the place is inside of one. */
  framed?: boolean;
  /** Pixels above and below. */
  mt?: number;
  mb?: number;
}

/** Pixels of one part of the shapes that repeat. */
const partHeights = { rows: 60, table: 44, form: 76, text: 26 } as const;
/** More than fit into a high window; a class decides the height. */
const manyParts = 12;

const bars = [46, 62, 40, 74, 58, 88, 66, 52, 80, 70, 94, 60];

const Row = () => (
  <div className={css.row}>
    <span className={css.mark} />
    <span className={css.words}>
      <span className={css.line} data-part="name" />
      <span className={css.line} data-part="detail" />
    </span>
    <span className={css.line} data-part="end" />
  </div>
);

const parts: Record<keyof typeof partHeights, () => ReactNode> = {
  rows: Row,
  table: () => (
    <div className={css.tableRow}>
      <span className={css.line} />
      <span className={css.line} />
      <span className={css.line} />
      <span className={css.line} />
    </div>
  ),
  form: () => <Field />,
  text: () => <span className={css.line} data-part="text" />,
};

function Field() {
  return (
    <div className={css.field}>
      <span className={css.line} data-part="label" />
      <span className={css.input} />
    </div>
  );
}

function Figures() {
  return (
    <>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={css.figure}>
          <span className={css.line} data-part="label" />
          <span className={css.line} data-part="number" />
          <span className={css.line} data-part="detail" />
          <span className={css.curve} />
        </div>
      ))}
    </>
  );
}

function Chart() {
  return (
    <>
      <span className={css.line} data-part="name" />
      <div className={css.bars}>
        {bars.map((height) => (
          <span key={height} className={css.bar} style={{ height: `${height}%` }} />
        ))}
      </div>
    </>
  );
}

function Content({ shape, height }: { shape: Shape; height: number | string | undefined }) {
  if (shape === 'figures') return <Figures />;
  if (shape === 'chart') return <Chart />;
  if (shape === 'card') return <Row />;
  if (shape === 'field') return <Field />;
  if (shape === 'line' || shape === 'circle') return null;
  const Part = parts[shape];
  const count = typeof height === 'number' ? Math.ceil(height / partHeights[shape]) : manyParts;
  return Array.from({ length: count }, (_, index) => `${index}`).map((key) => <Part key={key} />);
}

/** The place of something that is loading, in its shape and in the tint of the surface that it is on. */
export function Skeleton({
  shape = 'line',
  height,
  width,
  className,
  framed = false,
  mt = 0,
  mb = 0,
}: SkeletonProps) {
  const style: CSSProperties = {
    marginTop: mt,
    marginBottom: mb,
    ...(height === undefined ? {} : { height }),
    ...(width === undefined ? {} : { width }),
  };
  return (
    <div
      className={className === undefined ? css.skeleton : `${css.skeleton} ${className}`}
      data-skeleton={shape}
      data-framed={framed || undefined}
      style={style}
      aria-hidden="true"
    >
      <Content shape={shape} height={height} />
    </div>
  );
}
