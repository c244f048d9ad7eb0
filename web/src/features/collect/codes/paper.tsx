/** Small previews of what is printed: the paper with the true picture of the code on it. */
import type { PrintKind } from '@kindling/contract/code-prints';
import css from './downloads.module.css';

/** Millimeters: the paper, and each code on it as left, top and width. */
interface Sheet {
  width: number;
  height: number;
  codes: readonly (readonly [x: number, y: number, width: number])[];
  /** Lines of words, as left, top, width and height. */
  lines: readonly (readonly [x: number, y: number, width: number, height: number])[];
  folds?: readonly number[];
}

function grid(columns: number, rows: number, gap: number, side: number) {
  const [left, top] = [
    (210 - columns * side - (columns - 1) * gap) / 2,
    (297 - rows * side - (rows - 1) * gap) / 2,
  ];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [left + column * (side + gap), top + row * (side + gap), side] as const;
  });
}

const many = grid(3, 4, 16, 42);

const sheets = {
  poster: {
    width: 210,
    height: 297,
    codes: [[50, 110, 110]],
    lines: [
      [35, 42, 140, 12],
      [60, 64, 90, 8],
      [65, 240, 80, 6],
      [80, 252, 50, 5],
    ],
  },
  tent: {
    width: 105,
    height: 296,
    codes: [[25, 180, 55]],
    lines: [
      [20, 162, 65, 7],
      [30, 250, 45, 5],
    ],
    folds: [148],
  },
  'stickers-small': { width: 210, height: 297, codes: grid(4, 6, 8, 38), lines: [] },
  'stickers-medium': { width: 210, height: 297, codes: grid(3, 4, 11, 54), lines: [] },
  'stickers-large': { width: 210, height: 297, codes: grid(2, 3, 14, 78), lines: [] },
  'business-card': {
    width: 85,
    height: 55,
    codes: [[49, 12, 30]],
    lines: [
      [7, 18, 34, 4],
      [7, 27, 26, 3],
      [7, 33, 20, 3],
    ],
  },
  'business-card-us': {
    width: 89,
    height: 51,
    codes: [[53, 11, 29]],
    lines: [
      [7, 16, 36, 4],
      [7, 25, 28, 3],
      [7, 31, 20, 3],
    ],
  },
  sheet: {
    width: 210,
    height: 297,
    codes: many,
    lines: many.map(([x, y, side]) => [x + side * 0.2, y + side + 3, side * 0.6, 3] as const),
  },
  'nfc-card': {
    width: 86,
    height: 54,
    codes: [[54, 14, 26]],
    lines: [
      [8, 18, 36, 5],
      [8, 28, 26, 3],
    ],
  },
} as const satisfies Record<PrintKind, Sheet>;

export function Paper({ kind, picture }: { kind: PrintKind; picture: string }) {
  const { width, height, codes, lines, ...rest }: Sheet = sheets[kind];
  return (
    <svg className={css.paper} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect className={css.sheet} width={width} height={height} rx={Math.min(width, height) / 45} />
      {lines.map(([x, y, wide, high]) => (
        <rect key={`${x} ${y}`} className={css.words} x={x} y={y} width={wide} height={high} rx={high / 2} />
      ))}
      {(rest.folds ?? []).map((y) => (
        <line key={y} className={css.fold} x1="0" y1={y} x2={width} y2={y} />
      ))}
      {codes.map(([x, y, side]) => (
        <image key={`${x} ${y}`} x={x} y={y} width={side} height={side} href={picture} />
      ))}
    </svg>
  );
}
