import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { ReactNode } from 'react';
import css from './settings.module.css';

/** Position and size in a view box of 64 by 40. */
type Box = readonly [x: number, y: number, width: number, height: number];

function Card({ at: [x, y, width, height] }: { at: Box }) {
  return (
    <>
      <rect className={css.drawnCard} x={x} y={y} width={width} height={height} rx="2" />
      <rect
        className={css.drawnStars}
        x={x + 2.5}
        y={y + 2.5}
        width={Math.min(10, width - 5)}
        height="2"
        rx="1"
      />
      {height > 9 ? (
        <rect className={css.drawnLine} x={x + 2.5} y={y + 6.5} width={width - 5} height="1.5" rx="0.75" />
      ) : null}
      {height > 13 ? (
        <rect
          className={css.drawnLine}
          x={x + 2.5}
          y={y + 10}
          width={(width - 5) * 0.7}
          height="1.5"
          rx="0.75"
        />
      ) : null}
    </>
  );
}

function Cards({ boxes }: { boxes: readonly Box[] }) {
  return boxes.map((at) => <Card key={at.join()} at={at} />);
}

function Bars({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  return widths.map((width, index) => (
    <rect key={width} className={css.drawnStars} x={x} y={y + index * 4} width={width} height="2" rx="1" />
  ));
}

function Arrows({ ends = [4, 60] }: { ends?: readonly [number, number] }) {
  const [left, right] = ends;
  return <path className={css.drawnStroke} d={`M${left + 1.5} 17l-3 3 3 3M${right - 1.5} 17l3 3-3 3`} />;
}

function Stars({ x, y, size = 4 }: { x: number; y: number; size?: number }) {
  return [0, 1, 2, 3, 4].map((index) => (
    <circle key={index} className={css.drawnStars} cx={x + index * size * 1.5} cy={y} r={size / 2} />
  ));
}

/** The page below a floating embed. */
function HostPage() {
  return (
    <>
      <rect className={css.drawnLine} x="4" y="4" width="26" height="3" rx="1.5" />
      <rect className={css.drawnLine} x="4" y="11" width="40" height="1.5" rx="0.75" />
      <rect className={css.drawnLine} x="4" y="15" width="34" height="1.5" rx="0.75" />
    </>
  );
}

const drawings: Record<EmbedLayout, ReactNode> = {
  list: (
    <Cards
      boxes={[
        [8, 3, 48, 10],
        [8, 15, 48, 10],
        [8, 27, 48, 10],
      ]}
    />
  ),
  grid: (
    <Cards
      boxes={[
        [4, 4, 17, 15],
        [23.5, 4, 17, 15],
        [43, 4, 17, 15],
        [4, 21, 17, 15],
        [23.5, 21, 17, 15],
        [43, 21, 17, 15],
      ]}
    />
  ),
  masonry: (
    <Cards
      boxes={[
        [4, 4, 17, 19],
        [23.5, 4, 17, 11],
        [43, 4, 17, 16],
        [4, 25, 17, 11],
        [23.5, 17, 17, 19],
        [43, 22, 17, 14],
      ]}
    />
  ),
  carousel: (
    <>
      <Cards
        boxes={[
          [9, 9, 22, 22],
          [33, 9, 22, 22],
        ]}
      />
      <Arrows />
    </>
  ),
  marquee: (
    <>
      <Cards
        boxes={[
          [-8, 9, 20, 22],
          [14, 9, 20, 22],
          [36, 9, 20, 22],
          [58, 9, 20, 22],
        ]}
      />
      <path className={css.drawnStroke} d="M24 36h16m-3-3l3 3-3 3" />
    </>
  ),
  spotlight: (
    <>
      <Card at={[14, 6, 36, 24]} />
      <Arrows ends={[8, 56]} />
      <Bars x={26} y={34} widths={[12]} />
    </>
  ),
  summary: (
    <>
      <rect className={css.drawnCard} x="4" y="6" width="56" height="28" rx="2" />
      <Stars x={10} y={20} size={2.6} />
      <Bars x={32} y={11} widths={[24, 17, 9, 5, 3]} />
    </>
  ),
  sidebar: (
    <>
      <rect className={css.drawnLine} x="4" y="5" width="26" height="3" rx="1.5" />
      <rect className={css.drawnLine} x="4" y="12" width="30" height="1.5" rx="0.75" />
      <rect className={css.drawnLine} x="4" y="16" width="28" height="1.5" rx="0.75" />
      <rect className={css.drawnLine} x="4" y="20" width="30" height="1.5" rx="0.75" />
      <Cards
        boxes={[
          [40, 4, 20, 15],
          [40, 21, 20, 15],
        ]}
      />
    </>
  ),
  floating: (
    <>
      <HostPage />
      <rect className={css.drawnCard} x="36" y="10" width="24" height="18" rx="2" />
      <Stars x={40} y={15} size={2.4} />
      <rect className={css.drawnStars} x="46" y="31" width="14" height="6" rx="3" />
    </>
  ),
  wall: (
    <Cards
      boxes={[
        [2, 2, 13.5, 15],
        [17.5, 2, 13.5, 11],
        [33, 2, 13.5, 16],
        [48.5, 2, 13.5, 12],
        [2, 19, 13.5, 19],
        [17.5, 15, 13.5, 15],
        [33, 20, 13.5, 18],
        [48.5, 16, 13.5, 15],
        [17.5, 32, 13.5, 12],
        [48.5, 33, 13.5, 12],
      ]}
    />
  ),
  toast: (
    <>
      <HostPage />
      <Card at={[28, 21, 32, 16]} />
      <path className={css.drawnStroke} d="M54.5 24l3 3m0-3l-3 3" />
    </>
  ),
  mosaic: (
    <>
      <rect className={css.drawnCard} x="4" y="4" width="27" height="15" rx="2" />
      <Stars x={10} y={11.5} size={2.6} />
      {(
        [
          [33, 4, 12, 15],
          [47, 4, 5.5, 6.5],
          [54.5, 4, 5.5, 6.5],
          [47, 12.5, 13, 6.5],
          [4, 21, 5.5, 6.5],
          [11.5, 21, 5.5, 6.5],
          [4, 29.5, 5.5, 6.5],
          [11.5, 29.5, 5.5, 6.5],
          [19, 21, 12, 15],
          [33, 21, 12, 6.5],
          [33, 29.5, 12, 6.5],
          [47, 21, 13, 15],
        ] as const
      ).map(([x, y, width, height]) => (
        <rect
          key={`${x} ${y}`}
          className={css.drawnLine}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="1.5"
        />
      ))}
    </>
  ),
  'badge-line': <Stars x={16} y={20} size={5.4} />,
  'badge-card': (
    <>
      <rect className={css.drawnCard} x="14" y="5" width="36" height="30" rx="3" />
      <Stars x={22} y={15} size={3.4} />
      <rect className={css.drawnLine} x="22" y="22" width="20" height="2" rx="1" />
      <rect className={css.drawnLine} x="26" y="27" width="12" height="2" rx="1" />
    </>
  ),
  'badge-sources': (
    <Cards
      boxes={[
        [14, 4, 36, 9],
        [14, 15.5, 36, 9],
        [14, 27, 36, 9],
      ]}
    />
  ),
  'badge-ribbon': (
    <>
      <path className={css.drawnCard} d="M2 13h60v14H2z" />
      <Stars x={22} y={20} size={3.6} />
    </>
  ),
  'badge-corner': (
    <>
      <HostPage />
      <rect className={css.drawnCard} x="36" y="26" width="24" height="11" rx="2.5" />
      <Stars x={41} y={31.5} size={2.6} />
    </>
  ),
  'badge-picture': (
    <>
      <rect className={css.drawnCard} x="10" y="8" width="44" height="24" rx="2" />
      <Stars x={20} y={16} size={3.6} />
      <path className={css.drawnStroke} d="M14 29l8-6 6 4 10-7 12 9" />
    </>
  ),
};

/** A schematic drawing of a layout. */
export function LayoutDrawing({ layout }: { layout: EmbedLayout }) {
  return (
    <svg className={css.drawing} viewBox="0 0 64 40" aria-hidden="true">
      {drawings[layout]}
    </svg>
  );
}
