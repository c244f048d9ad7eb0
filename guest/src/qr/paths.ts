/** SVG path data of the parts of a code, one unit per module, from the code's top left module. */
import type { CornerShape, ModuleShape } from '@kindling/contract/code-looks';
import { alignments, finders, isInFinder, type Matrix } from './matrix.ts';

/** Clockwise from the top left. */
export type Radii = readonly [number, number, number, number];
/** Whether the module at the place is drawn dark; false outside of the code. */
export type IsDark = (x: number, y: number) => boolean;

/** At most three decimals, so that paths stay short. */
export function short(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** @param reverse draws it counterclockwise, so that it is a hole in a clockwise outline */
export function roundedBox(
  x: number,
  y: number,
  w: number,
  h: number,
  radii: Radii,
  reverse = false,
): string {
  const [a, b, c, d] = radii;
  const arc = (r: number, sx: number, sy: number, sweep: 0 | 1) =>
    r === 0 ? '' : `a${r} ${r} 0 0 ${sweep} ${short(sx * r)} ${short(sy * r)}`;
  const across = (value: number) => (value === 0 ? '' : `h${short(value)}`);
  const down = (value: number) => (value === 0 ? '' : `v${short(value)}`);
  const start = `M${short(x + a)} ${short(y)}`;
  return reverse
    ? `${start}${arc(a, -1, 1, 0)}${down(h - a - d)}${arc(d, 1, 1, 0)}${across(w - d - c)}${arc(c, 1, -1, 0)}${down(-(h - b - c))}${arc(b, -1, -1, 0)}z`
    : `${start}${across(w - a - b)}${arc(b, 1, 1, 1)}${down(h - b - c)}${arc(c, -1, 1, 1)}${across(-(w - c - d))}${arc(d, -1, -1, 1)}${down(-(h - d - a))}${arc(a, 1, -1, 1)}z`;
}

export const even = (radius: number): Radii => [radius, radius, radius, radius];

/**
 * Rings and centers of the finder patterns. Readers measure ring, gap and center along lines next to the middle too, so a
 * center is rounder in a round ring; `scan-check.ts` refuses a square one there.
 */
export function cornerPath(size: number, outer: CornerShape, inner: CornerShape): string {
  return finders(size)
    .map(({ x, y, corner }) => {
      const hole = { square: 0, rounded: 1.2, circle: 2.5, leaf: 1.6 }[outer];
      return (
        roundedBox(x, y, 7, 7, radiiOf(outer, { rounded: 2, circle: 3.5, leaf: 2.6 }, corner)) +
        roundedBox(
          x + 1,
          y + 1,
          5,
          5,
          radiiOf(outer, { rounded: hole, circle: hole, leaf: hole }, corner),
          true,
        ) +
        roundedBox(
          x + 2,
          y + 2,
          3,
          3,
          radiiOf(inner, { rounded: outer === 'circle' ? 1.25 : 0.9, circle: 1.5, leaf: 1.2 }, corner),
        )
      );
    })
    .join('');
}

/** A leaf is sharp at the corner of the code and at the corner opposite to it. */
function radiiOf(
  shape: CornerShape,
  radius: Record<Exclude<CornerShape, 'square'>, number>,
  corner: number,
): Radii {
  if (shape === 'square') return even(0);
  if (shape !== 'leaf') return even(radius[shape]);
  const at = (index: number) => ((index - corner) % 2 === 0 ? 0 : radius.leaf);
  return [at(0), at(1), at(2), at(3)];
}

/**
 * Shapes that would change the alignment patterns, the small rings that tell a reader about a tilt: there the rings are drawn
 * as rings. Without it one code in eight with rounded modules was missed when blurred.
 */
const withDrawnRings: readonly ModuleShape[] = ['rounded', 'dots', 'tiles', 'bars', 'stripes'];

function alignmentPath(x: number, y: number): string {
  return (
    roundedBox(x - 2, y - 2, 5, 5, even(1)) +
    roundedBox(x - 1, y - 1, 3, 3, even(0.6), true) +
    roundedBox(x, y, 1, 1, even(0.35))
  );
}

/** All other dark modules. `isLeftOut` names those behind the logo. */
export function modulePath(
  matrix: Matrix,
  shape: ModuleShape,
  isLeftOut: (x: number, y: number) => boolean,
): string {
  const size = matrix.length;
  const dark = matrix.map((row, y) =>
    row.map((module, x) => module && !isInFinder(size, x, y) && !isLeftOut(x, y)),
  );
  const parts: string[] = [];
  if (withDrawnRings.includes(shape))
    for (const { x, y } of alignments(size)) {
      const reach = [-2, 0, 2];
      // A ring that is partly behind the logo is drawn as single modules.
      if (reach.some((dy) => reach.some((dx) => isLeftOut(x + dx, y + dy)))) continue;
      parts.push(alignmentPath(x, y));
      for (let line = y - 2; line <= y + 2; line += 1) dark[line]?.fill(false, x - 2, x + 3);
    }
  const isDark: IsDark = (x, y) => dark[y]?.[x] ?? false;
  const draw = painters[shape];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isDark(x, y)) parts.push(draw(x, y, isDark));
  return parts.join('');
}

const painters: Record<ModuleShape, (x: number, y: number, isDark: IsDark) => string> = {
  square(x, y, isDark) {
    if (isDark(x - 1, y)) return '';
    const length = runLength((step) => isDark(x + step, y));
    return `M${x} ${y}h${length}v1h-${length}z`;
  },
  rounded: roundedModule,
  dots: (x, y) => `M${short(x + 0.03)} ${y + 0.5}a.47.47 0 1 1 .94 0 .47.47 0 1 1-.94 0z`,
  tiles: (x, y) =>
    `M${short(x + 0.25)} ${short(y + 0.05)}h.5a.2.2 0 0 1 .2.2v.5a.2.2 0 0 1-.2.2h-.5a.2.2 0 0 1-.2-.2v-.5a.2.2 0 0 1 .2-.2z`,
  bars(x, y, isDark) {
    if (isDark(x, y - 1)) return '';
    const straight = runLength((step) => isDark(x, y + step)) - 1;
    return `M${short(x + 0.06)} ${y + 0.5}a.44.44 0 0 1 .88 0v${straight}a.44.44 0 0 1-.88 0z`;
  },
  stripes(x, y, isDark) {
    if (isDark(x - 1, y)) return '';
    const straight = runLength((step) => isDark(x + step, y)) - 1;
    return `M${x + 0.5} ${short(y + 0.06)}h${straight}a.44.44 0 0 1 0 .88h-${straight}a.44.44 0 0 1 0-.88z`;
  },
};

function runLength(isNext: (step: number) => boolean): number {
  let length = 1;
  while (isNext(length)) length += 1;
  return length;
}

/** A corner is round when both neighbors at it are light, so that adjacent modules stay joined. */
function roundedModule(x: number, y: number, isDark: IsDark): string {
  const [up, right, down, left] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)];
  return (
    `M${x} ${y + 0.5}` +
    (left || up ? 'v-.5h.5' : 'a.5.5 0 0 1 .5-.5') +
    (up || right ? 'h.5v.5' : 'a.5.5 0 0 1 .5.5') +
    (right || down ? 'v.5h-.5' : 'a.5.5 0 0 1-.5.5') +
    (down || left ? 'h-.5v-.5' : 'a.5.5 0 0 1-.5-.5') +
    'z'
  );
}
