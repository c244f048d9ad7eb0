/** Text → matrix of modules. The library encodes; all drawing is in the files beside this one. */
import type { ErrorLevel } from '@kindling/contract/code-looks';
import { encode } from 'uqr';

/** Rows of modules, true for dark; without a quiet zone. */
export type Matrix = readonly (readonly boolean[])[];

/** Modules on each side of a finder pattern (ISO/IEC 18004, 6.3.3). */
export const finderSide = 7;
/** Millimeters of a printed module that phones read at arm's length. */
const printedModule = 0.4;

/** The matrix of a text, or null when it is too long for this level. Never raises the level by itself. */
export function makeMatrix(text: string, level: ErrorLevel): Matrix | null {
  try {
    return encode(text, { ecc: level, border: 0, boostEcc: false }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Minimum width of a print in centimeters, in steps of 0.5, at least 2. */
export function printWidth(matrix: Matrix, quietZone: number): number {
  return Math.max(2, Math.ceil(((matrix.length + 2 * quietZone) * printedModule) / 5) / 2);
}

/** The top left modules of the three finder patterns, and the direction from each to the middle of the code. */
export function finders(size: number): readonly { x: number; y: number; corner: 0 | 1 | 3 }[] {
  const far = size - finderSide;
  return [
    { x: 0, y: 0, corner: 0 },
    { x: far, y: 0, corner: 1 },
    { x: 0, y: far, corner: 3 },
  ];
}

export function isInFinder(size: number, x: number, y: number): boolean {
  const far = size - finderSide;
  return (y < finderSide && (x < finderSide || x >= far)) || (y >= far && x < finderSide);
}

/** The middles of the alignment patterns (ISO/IEC 18004, annex E), each a ring of five modules with a dark middle. */
export function alignments(size: number): readonly { x: number; y: number }[] {
  const version = (size - 17) / 4;
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const lines = [
    6,
    ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step),
  ];
  return lines.flatMap((y) => lines.flatMap((x) => (isInFinder(size, x, y) ? [] : [{ x, y }])));
}
