/**
 * Whether the finished picture of a code can be scanned. It is drawn by the caller's renderer and read as cameras see it:
 * small, blurred, turned, from the side, with noise and in poor light. `design-problems.ts` has the rules that hold whatever
 * our reader can read.
 */
import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ScanProblem, ScanResult } from '@kindling/contract/scan-problems';
import jsQR from 'jsqr';
import {
  blur,
  dim,
  flat,
  type Gray,
  grain,
  layOn,
  type Pixels,
  resample,
  rotation,
  tilt,
  type Warp,
} from './degrade.ts';
import { designProblems, isLogoTooLarge } from './design-problems.ts';
import { makeMatrix } from './matrix.ts';
import { codeSvg, type TextPainter } from './svg.ts';

export interface ScanCheck {
  /** What the code holds. */
  content: string;
  design: CodeDesign;
  callToAction: string;
  text: TextPainter;
  /** Draws an SVG at its nominal size. */
  render(svg: string): Pixels | Promise<Pixels>;
  /** Called between the steps, each of which takes some milliseconds; a browser handles input in it. */
  pause?(): Promise<void>;
}

/** Pixels of a module in the picture that all steps begin with. */
const modulePixels = 12;

export async function checkScan(check: ScanCheck): Promise<ScanResult> {
  const { content, design } = check;
  const matrix = makeMatrix(content, design.errorLevel);
  if (matrix === null) return refused(['too-long']);
  const known = designProblems(design);
  if (known.length > 0) return refused(known);
  if (isLogoTooLarge(matrix.length, design)) return refused(['logo']);
  const problems = await readingProblems(check);
  if (problems.length === 0) return { ok: true };
  const canRead = async (change: Partial<CodeDesign>) =>
    (await readingProblems({ ...check, design: { ...design, ...change } })).length === 0;
  if (design.logo.kind !== 'none' && (await canRead({ logo: { kind: 'none' } }))) return refused(['logo']);
  if (design.quietZone < 4 && (await canRead({ quietZone: 4 }))) return refused(['quiet-zone']);
  return refused(problems);
}

const refused = (problems: ScanProblem[]): ScanResult => ({ ok: false, problems });

interface Step {
  problem: ScanProblem;
  /** Pixels of a module. */
  module: number;
  warp: Warp;
  degrade(picture: Gray, module: number): Gray;
  /** The surface around the picture: a dark one shows whether the quiet zone suffices. */
  surface: 'dark' | 'light';
}

const same = (picture: Gray) => picture;
const usual = { module: 6, warp: flat, degrade: same, surface: 'light' } as const;

const steps: readonly Step[] = [
  { ...usual, problem: 'as-drawn' },
  { ...usual, problem: 'as-drawn', surface: 'dark' },
  // A code of 37 modules with its quiet zone is 120 pixels wide.
  { ...usual, problem: 'small', module: 3.25 },
  { ...usual, problem: 'blurred', degrade: (picture, module) => blur(picture, module * 0.3) },
  { ...usual, problem: 'rotated', warp: rotation(17) },
  { ...usual, problem: 'rotated', warp: rotation(135) },
  { ...usual, problem: 'tilted', warp: tilt(0.22) },
  // Cameras smooth their grain a little.
  { ...usual, problem: 'noisy', degrade: (picture) => blur(grain(picture, 45, 20_261), 0.7) },
  { ...usual, problem: 'dim', degrade: (picture) => grain(dim(picture, 0.45), 12, 7) },
];

/** The reader misses about one good picture in a thousand, but hardly ever at another size too. */
const scales = [1, 1.17, 0.93];

async function readingProblems({
  content,
  design,
  callToAction,
  text,
  render,
  pause,
}: ScanCheck): Promise<ScanProblem[]> {
  const matrix = makeMatrix(content, design.errorLevel) ?? [];
  const { box } = codeSvg(matrix, { design, callToAction, text, width: 1 });
  const width = Math.round(box.width * modulePixels);
  const pixels = await render(codeSvg(matrix, { design, callToAction, text, width }).svg);
  const light = layOn(pixels, 255, 0.04);
  // A transparent picture is printed on white.
  const dark = design.background === null ? light : layOn(pixels, 40, 0.04);
  const problems = new Set<ScanProblem>();
  for (const step of steps) {
    if (problems.has(step.problem)) continue;
    const source = step.surface === 'dark' ? dark : light;
    if (!readsStep(source, step, content)) problems.add(step.problem);
    await pause?.();
  }
  return [...problems];
}

function readsStep(source: Gray, { module, warp, degrade }: Step, content: string): boolean {
  return scales.some((scale) => {
    const share = (module * scale) / modulePixels;
    const [width, height] = [Math.round(source.width * share), Math.round(source.height * share)];
    return read(degrade(resample(source, width, height, warp), module * scale)) === content;
  });
}

/** What the code in the picture holds, as a reader without inversion reads it; null when there is none. */
function read({ values, width, height }: Gray): string | null {
  const data = new Uint8ClampedArray(values.length * 4);
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    data[index * 4] = value;
    data[index * 4 + 1] = value;
    data[index * 4 + 2] = value;
    data[index * 4 + 3] = 255;
  }
  return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}
