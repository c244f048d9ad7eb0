/** The frame around a code with its call to action. All lengths are in modules, from the code's top left module. */
import type { CodeDesign, FrameKind } from '@kindling/contract/code-looks';
import { contrastOf } from './colors.ts';
import { even, roundedBox, short } from './paths.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface FrameShape {
  d: string;
  fill?: string;
  stroke?: { color: string; width: number; dash?: string };
}
export interface FrameLine {
  text: string;
  /** The middle of the line. */
  x: number;
  baseline: number;
  size: number;
}
export interface FrameDrawing {
  /** The whole picture. */
  box: Box;
  /** From the back to the front; the code is drawn on them. */
  shapes: readonly FrameShape[];
  lines: readonly FrameLine[];
  textColor: string;
}
/** Width of a text as a share of its font size. */
export type MeasureText = (text: string) => number;

/** Kinds whose text stands on the frame's color; the others have it on the background of the code. */
const filled: readonly FrameKind[] = ['band', 'card', 'bubble'];

export function frameTextColor({ frame }: CodeDesign): string {
  if (frame.textColor !== null) return frame.textColor;
  if (!filled.includes(frame.kind)) return frame.color;
  return contrastOf('#ffffff', frame.color) >= contrastOf('#111111', frame.color) ? '#ffffff' : '#111111';
}

/** The color behind the text. */
export function frameGround({ frame, background }: CodeDesign): string {
  return filled.includes(frame.kind) ? frame.color : (background ?? '#ffffff');
}

/** @param size modules on each side of the code, without its quiet zone */
export function drawFrame(
  size: number,
  design: CodeDesign,
  callToAction: string,
  measure: MeasureText,
): FrameDrawing {
  const side = size + 2 * design.quietZone;
  const panel: Box = { x: -design.quietZone, y: -design.quietZone, width: side, height: side };
  const { kind, position } = design.frame;
  if (kind === 'none') {
    const shapes = design.background === null ? [] : [{ d: rectangle(panel), fill: design.background }];
    return { box: panel, shapes, lines: [], textColor: frameTextColor(design) };
  }
  const text = fitText(callToAction, side, measure);
  const spec = layouts[kind](side, text.height);
  const box: Box = {
    x: panel.x - spec.margin,
    y: panel.y - (position === 'above' ? spec.text : spec.margin),
    width: side + 2 * spec.margin,
    height: side + spec.margin + spec.text,
  };
  const band: Box = {
    x: box.x,
    y: position === 'above' ? box.y : panel.y + side,
    width: box.width,
    height: spec.text,
  };
  const shapes = painters[kind]({ design, side, panel, box, band, text });
  const top = band.y + spec.text / 2 - text.height / 2 + spec.shift * (position === 'above' ? -1 : 1);
  const lines = text.lines.map((line, index) => ({
    text: line,
    x: box.x + box.width / 2,
    // Capital letters of Inter are 0.73 of the font size high.
    baseline: top + (index + 0.5) * text.size * lineHeight + text.size * 0.364,
    size: text.size,
  }));
  return { box, shapes, lines, textColor: frameTextColor(design) };
}

const lineHeight = 1.22;

interface FittedText {
  lines: readonly string[];
  size: number;
  width: number;
  height: number;
}

/** One line, or two where one would be too small to read. */
function fitText(text: string, side: number, measure: MeasureText): FittedText {
  const room = side * 0.86;
  const sized = (lines: readonly string[], most: number): FittedText => {
    const widest = Math.max(...lines.map(measure), 0.1);
    const size = Math.min(side * most, room / widest);
    return { lines, size, width: widest * size, height: lines.length * size * lineHeight };
  };
  const one = sized([text], 0.105);
  const words = text.split(' ');
  if (one.size >= side * 0.075 || words.length < 2) return one;
  const pairs = words.slice(1).map((_, index) => {
    const cut = index + 1;
    return sized([words.slice(0, cut).join(' '), words.slice(cut).join(' ')], 0.095);
  });
  return pairs.reduce((best, pair) => (pair.size > best.size ? pair : best), one);
}

interface FrameLayout {
  /** Around the quiet zone, on the sides without text. */
  margin: number;
  /** From the quiet zone to the edge, on the side with text. */
  text: number;
  /** Moves the text away from the code. */
  shift: number;
}

const layouts: Record<Exclude<FrameKind, 'none'>, (side: number, height: number) => FrameLayout> = {
  caption: (side, height) => ({ margin: 0, text: height + side * 0.075, shift: -side * 0.03 }),
  outline: (side, height) => ({ margin: side * 0.035, text: height + side * 0.1, shift: -side * 0.02 }),
  brackets: (side, height) => ({ margin: side * 0.06, text: height + side * 0.16, shift: side * 0.015 }),
  band: (side, height) => ({ margin: side * 0.025, text: height + side * 0.12, shift: 0 }),
  card: (side, height) => ({ margin: side * 0.08, text: height + side * 0.15, shift: 0 }),
  bubble: (side, height) => ({ margin: side * 0.03, text: height + side * 0.2, shift: side * 0.005 }),
  ticket: (side, height) => ({ margin: side * 0.06, text: height + side * 0.15, shift: side * 0.005 }),
};

interface Scene {
  design: CodeDesign;
  side: number;
  panel: Box;
  box: Box;
  /** Where the text is. */
  band: Box;
  text: FittedText;
}

const rectangle = ({ x, y, width, height }: Box, radius = 0) =>
  roundedBox(x, y, width, height, even(short(radius)));

const ground = (box: Box, design: CodeDesign, radius = 0): FrameShape[] =>
  design.background === null ? [] : [{ d: rectangle(box, radius), fill: design.background }];

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

const painters: Record<Exclude<FrameKind, 'none'>, (scene: Scene) => readonly FrameShape[]> = {
  caption: ({ design, box }) => ground(box, design),
  outline({ design, side, box }) {
    const line = side * 0.018;
    const border = inset(box, line / 2);
    const stroke = { color: design.frame.color, width: short(line) };
    return [...ground(border, design, side * 0.06), { d: rectangle(border, side * 0.06), stroke }];
  },
  brackets({ design, side, panel, box }) {
    const arm = side * 0.15;
    const { x, y, width } = inset(panel, -side * 0.02);
    const end = x + width;
    const low = y + width;
    const d = [
      `M${short(x)} ${short(y + arm)}V${short(y)}H${short(x + arm)}`,
      `M${short(end - arm)} ${short(y)}H${short(end)}V${short(y + arm)}`,
      `M${short(end)} ${short(low - arm)}V${short(low)}H${short(end - arm)}`,
      `M${short(x + arm)} ${short(low)}H${short(x)}V${short(low - arm)}`,
    ].join('');
    return [...ground(box, design), { d, stroke: { color: design.frame.color, width: short(side * 0.022) } }];
  },
  band({ design, side, box, band }) {
    const line = side * 0.025;
    const stroke = { color: design.frame.color, width: short(line) };
    return [
      ...ground(box, design),
      { d: rectangle(band), fill: design.frame.color },
      { d: rectangle(inset(box, line / 2)), stroke },
    ];
  },
  card({ design, side, panel, box }) {
    return [
      { d: rectangle(box, side * 0.09), fill: design.frame.color },
      // A transparent code would have the frame's color as its background.
      { d: rectangle(panel, side * 0.045), fill: design.background ?? '#ffffff' },
    ];
  },
  bubble({ design, side, box, band, text }) {
    const height = text.height + side * 0.07;
    const width = Math.min(box.width - side * 0.02, text.width + side * 0.13);
    const below = design.frame.position === 'below';
    const middle = band.y + band.height / 2 + side * 0.005 * (below ? 1 : -1);
    const pill: Box = { x: box.x + (box.width - width) / 2, y: middle - height / 2, width, height };
    const edge = below ? pill.y + side * 0.004 : pill.y + height - side * 0.004;
    const tip = edge + side * 0.042 * (below ? -1 : 1);
    const center = box.x + box.width / 2;
    const tail = `M${short(center - side * 0.04)} ${short(edge)}L${short(center)} ${short(tip)}L${short(center + side * 0.04)} ${short(edge)}z`;
    const radius = Math.min(height / 2, side * 0.07);
    const fill = design.frame.color;
    return [...ground(box, design, side * 0.06), { d: rectangle(pill, radius), fill }, { d: tail, fill }];
  },
  ticket({ design, side, panel, box }) {
    const line = side * 0.014;
    const border = inset(box, line / 2);
    const cut = design.frame.position === 'above' ? panel.y - side * 0.01 : panel.y + side * 1.01;
    const stroke = { color: design.frame.color, width: short(line) };
    const notch = side * 0.035;
    const d = ticketPath(border, cut, notch, side * 0.03);
    const fold = `M${short(border.x + notch * 1.7)} ${short(cut)}H${short(border.x + border.width - notch * 1.7)}`;
    const dash = `${short(side * 0.02)} ${short(side * 0.018)}`;
    return [
      ...(design.background === null ? [] : [{ d, fill: design.background }]),
      { d, stroke },
      { d: fold, stroke: { color: design.frame.color, width: short(side * 0.008), dash } },
    ];
  },
};

/** A rounded box with a round notch on the left and on the right at the height of `cut`. */
function ticketPath({ x, y, width, height }: Box, cut: number, notch: number, radius: number): string {
  const [r, n] = [short(radius), short(notch)];
  return (
    `M${short(x + r)} ${short(y)}H${short(x + width - r)}a${r} ${r} 0 0 1 ${r} ${r}` +
    `V${short(cut - n)}a${n} ${n} 0 0 0 0 ${short(2 * n)}V${short(y + height - r)}a${r} ${r} 0 0 1 -${r} ${r}` +
    `H${short(x + r)}a${r} ${r} 0 0 1 -${r} -${r}V${short(cut + n)}a${n} ${n} 0 0 0 0 -${short(2 * n)}` +
    `V${short(y + r)}a${r} ${r} 0 0 1 ${r} -${r}z`
  );
}
