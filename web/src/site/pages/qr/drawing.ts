/** Text → QR code → shapes. The library encodes; all drawing for SVG, PNG and preview is here. */
import { encode } from 'uqr';

export const levels = ['L', 'M', 'Q', 'H'] as const;
export type Level = (typeof levels)[number];
export const shapes = ['square', 'rounded'] as const;
export type Shape = (typeof shapes)[number];

/** Rows of modules, true for dark. */
export type Matrix = readonly (readonly boolean[])[];

/** Empty modules on each side; ISO/IEC 18004 requires four. */
export const quietZone = 4;
/** Width and height of a picture in pixels. */
export const pictureSizes = { least: 256, most: 4096, usual: 1024 } as const;
/** Minimum pixels per module: cameras and image programs blur smaller ones. */
const minModulePixels = 3;
/** Millimeters of a printed module that phones read at arm's length. */
const printedModule = 0.4;

/** The matrix of a text, or null when it is too long for this level. Never raises the level by itself. */
export function makeMatrix(text: string, level: Level): Matrix | null {
  try {
    return encode(text, { ecc: level, border: 0, boostEcc: false }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Path data of the dark modules, one unit per module, without the quiet zone. */
export function pathOf(matrix: Matrix, shape: Shape): string {
  return matrix.map((row, y) => (shape === 'square' ? runs(row, y) : rounded(matrix, row, y))).join('');
}

function runs(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    let length = 1;
    while (row[x + length]) length += 1;
    path += `M${x} ${y}h${length}v1h-${length}z`;
    x += length;
  }
  return path;
}

/**
 * A corner is round when both neighbors at it are light: adjacent modules stay joined, so that finder patterns keep
 * their shape.
 */
function rounded(matrix: Matrix, row: readonly boolean[], y: number): string {
  const isDark = (x: number, line: number) => matrix[line]?.[x] ?? false;
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const [up, right, down, left] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)];
    const corner = (first: boolean, second: boolean, round: string, straight: string) =>
      first || second ? straight : round;
    path +=
      `M${x} ${y + 0.5}` +
      corner(left, up, 'a.5.5 0 0 1 .5-.5', 'v-.5h.5') +
      corner(up, right, 'a.5.5 0 0 1 .5.5', 'h.5v.5') +
      corner(right, down, 'a.5.5 0 0 1-.5.5', 'v.5h-.5') +
      corner(down, left, 'a.5.5 0 0 1-.5-.5', 'h-.5v-.5') +
      'z';
  }
  return path;
}

/** Width and height of the code with its quiet zone, in modules. */
export function fullSize(matrix: Matrix): number {
  return matrix.length + 2 * quietZone;
}

/** `viewBox` that adds the quiet zone around `pathOf`. */
export function viewBox(matrix: Matrix): string {
  return `${-quietZone} ${-quietZone} ${fullSize(matrix)} ${fullSize(matrix)}`;
}

export interface QrStyle {
  shape: Shape;
  /** `#rrggbb`. */
  code: string;
  /** `#rrggbb`. */
  ground: string;
}

/** A whole SVG file with a nominal width of `size` pixels. The caller must have validated the colors. */
export function svgOf(matrix: Matrix, look: QrStyle, size: number): string {
  const side = fullSize(matrix);
  const crisp = look.shape === 'square' ? ' shape-rendering="crispEdges"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox(matrix)}"${crisp}>` +
    `<path fill="${look.ground}" d="M${-quietZone} ${-quietZone}h${side}v${side}h${-side}z"/>` +
    `<path fill="${look.code}" d="${pathOf(matrix, look.shape)}"/></svg>\n`
  );
}

/**
 * The position of the code in a picture of `size` pixels: whole pixels per module, for sharp edges; the rest widens
 * the quiet zone. Null when modules would be too small to read.
 */
export function fitInPicture(matrix: Matrix, size: number): { module: number; start: number } | null {
  const module = Math.floor(size / fullSize(matrix));
  if (module < minModulePixels) return null;
  return { module, start: Math.floor((size - matrix.length * module) / 2) };
}

/** The smallest size in pixels that `fitInPicture` accepts. */
export function minPictureSize(matrix: Matrix): number {
  return fullSize(matrix) * minModulePixels;
}

/** Minimum width of a print in centimeters, in steps of 0.5, at least 2. */
export function printWidth(matrix: Matrix): number {
  return Math.max(2, Math.ceil((fullSize(matrix) * printedModule) / 5) / 2);
}
