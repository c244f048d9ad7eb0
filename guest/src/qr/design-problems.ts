/** What makes a design unfit whatever one reader reads, because other readers do not. */
import type { CodeDesign, ErrorLevel } from '@kindling/contract/code-looks';
import type { ScanProblem } from '@kindling/contract/scan-problems';
import { type ColorVerdict, checkColors, contrastOf, minContrast } from './colors.ts';
import { hiddenByLogo } from './drawing.ts';
import { frameGround, frameTextColor } from './frame.ts';

/** Each color of the code on its background; a transparent one is printed on white. */
export function colorVerdicts(design: CodeDesign): ColorVerdict[] {
  const ground = design.background ?? '#ffffff';
  const colors = [design.color, design.gradient?.color ?? null, design.cornerColor];
  return colors.flatMap((color) => (color === null ? [] : [checkColors(color, ground).verdict]));
}

/** Needs no picture and takes no time. */
export function designProblems(design: CodeDesign): ScanProblem[] {
  const verdicts = colorVerdicts(design);
  const hasText = design.frame.kind !== 'none';
  const problems: ScanProblem[] = [];
  if (verdicts.includes('low')) problems.push('contrast');
  if (verdicts.includes('inverted')) problems.push('inverted');
  if (hasText && contrastOf(frameTextColor(design), frameGround(design)) < minContrast)
    problems.push('text-contrast');
  // zbar misses one in four of these: beside the middle, the ring gets narrower and a square center does not.
  if (design.cornerOuter === 'circle' && design.cornerInner === 'square') problems.push('corners');
  return problems;
}

/** What each level restores at most (ISO/IEC 18004, table 1). */
const restored: Record<ErrorLevel, number> = { L: 0.07, M: 0.15, Q: 0.25, H: 0.3 };

/** A logo may use half of the error correction: the rest is for dirt, scratches and weaker readers. */
export function isLogoTooLarge(size: number, design: CodeDesign): boolean {
  return hiddenByLogo(size, design) > restored[design.errorLevel] / 2;
}
