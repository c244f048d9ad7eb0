/** Matrix and design → what is drawn, in modules; SVG and print files are made from it. */
import type { CodeDesign, CodeGradient, CodeLogo } from '@kindling/contract/code-looks';
import type { Matrix } from './matrix.ts';
import { cornerPath, modulePath } from './paths.ts';

/** A gradient from `color` at the start, over the square from the first module to `size`. */
export type Paint = { color: string; gradient: CodeGradient | null };

export interface CodeDrawing {
  /** Modules on each side, without the quiet zone. */
  size: number;
  quietZone: number;
  background: string | null;
  shapes: readonly { d: string; paint: Paint }[];
  /** Crisp edges are for squares only; they would make curves ragged. */
  crisp: boolean;
  logo: { drawing: Exclude<CodeLogo, { kind: 'none' }>; at: number; side: number; color: string } | null;
}

export function drawCode(matrix: Matrix, design: CodeDesign): CodeDrawing {
  const size = matrix.length;
  const { color, gradient, logo } = design;
  const side = size * design.logoSize;
  const at = (size - side) / 2;
  const hasLogo = logo.kind !== 'none';
  const paint: Paint = { color, gradient };
  return {
    size,
    quietZone: design.quietZone,
    background: design.background,
    crisp: design.modules === 'square' && design.cornerOuter === 'square' && design.cornerInner === 'square',
    shapes: [
      {
        d: modulePath(
          matrix,
          design.modules,
          hasLogo && design.logoClear ? behindLogo(at, side) : () => false,
        ),
        paint,
      },
      {
        d: cornerPath(size, design.cornerOuter, design.cornerInner),
        paint: design.cornerColor === null ? paint : { color: design.cornerColor, gradient: null },
      },
    ],
    logo: hasLogo ? { drawing: logo, at, side, color } : null,
  };
}

/** The share of all modules that the logo hides. */
export function hiddenByLogo(size: number, { logo, logoSize }: CodeDesign): number {
  if (logo.kind === 'none') return 0;
  const side = size * logoSize;
  const isHidden = behindLogo((size - side) / 2, side);
  const middle = (size - 1) / 2;
  const hidden = Array.from({ length: size }, (_, x) => isHidden(x, middle)).filter(Boolean).length;
  return hidden ** 2 / size ** 2;
}

/** Modules that the logo touches, with a third of a module around it. */
function behindLogo(at: number, side: number): (x: number, y: number) => boolean {
  const [first, last] = [at - 1.33, at + side + 0.33];
  return (x, y) => x > first && x < last && y > first && y < last;
}

/** Start and end of a linear gradient, in modules, so that it spans the code at any angle. */
export function gradientLine(size: number, angle: number): readonly [number, number, number, number] {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(radians), Math.sin(radians)];
  const half = (size / 2) * (Math.abs(dx) + Math.abs(dy));
  const middle = size / 2;
  return [middle - dx * half, middle - dy * half, middle + dx * half, middle + dy * half];
}

/** Radius of a radial gradient, which reaches the corners. */
export function gradientRadius(size: number): number {
  return (size / 2) * Math.SQRT2;
}
