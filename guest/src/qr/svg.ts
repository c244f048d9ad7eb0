/** The finished picture of a code as SVG: one string without fonts, scripts and links. */
import type { CodeDesign } from '@kindling/contract/code-looks';
import { brandShapes } from '@kindling/design/brand-shapes';
import { type CodeDrawing, drawCode, gradientLine, gradientRadius, type Paint } from './drawing.ts';
import { type Box, drawFrame, type FrameDrawing, type FrameLine, type FrameShape } from './frame.ts';
import type { Matrix } from './matrix.ts';
import { even, roundedBox, short } from './paths.ts';

/** Draws the text of frames; `frame-text.ts` has the one with outlines, which weighs too much for a public page. */
export interface TextPainter {
  /** Width of a text as a share of its font size. */
  measure(text: string): number;
  /** The markup of one line in the middle of `x`. */
  draw(line: FrameLine, color: string): string;
}

export interface CodePicture {
  svg: string;
  /** Modules; the SVG has the same `viewBox`. */
  box: Box;
}

export interface SvgOptions {
  design: CodeDesign;
  /** The text of a frame that has none of its own. */
  callToAction: string;
  text: TextPainter;
  /** Nominal pixels; the height follows. */
  width: number;
}

/** The design must have been checked by its schema: its values are written into the markup. */
export function codeSvg(matrix: Matrix, { design, callToAction, text, width }: SvgOptions): CodePicture {
  const drawing = drawCode(matrix, design);
  const frame = drawFrame(drawing.size, design, design.frame.text || callToAction, text.measure);
  const { box } = frame;
  const height = Math.round((width * box.height) / box.width);
  const view = [box.x, box.y, box.width, box.height].map(short).join(' ');
  return {
    box,
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">` +
      `${frameMarkup(frame, text)}${codeMarkup(drawing)}</svg>\n`,
  };
}

function frameMarkup({ shapes, lines, textColor }: FrameDrawing, text: TextPainter): string {
  return shapes.map(shapeMarkup).join('') + lines.map((line) => text.draw(line, textColor)).join('');
}

function shapeMarkup({ d, fill, stroke }: FrameShape): string {
  const dash = stroke?.dash === undefined ? '' : ` stroke-dasharray="${stroke.dash}"`;
  const line = stroke === undefined ? '' : ` stroke="${stroke.color}" stroke-width="${stroke.width}"${dash}`;
  return `<path fill="${fill ?? 'none'}"${line} d="${d}"/>`;
}

function codeMarkup({ shapes, size, crisp, logo }: CodeDrawing): string {
  const gradient = shapes.find(({ paint }) => paint.gradient !== null)?.paint;
  const definitions = gradient === undefined ? '' : gradientMarkup(gradient, size);
  const edges = crisp ? ' shape-rendering="crispEdges"' : '';
  const paths = shapes.map(({ d, paint }) => `<path fill="${fillOf(paint, size)}"${edges} d="${d}"/>`);
  return definitions + paths.join('') + logoMarkup(logo);
}

/** Two codes of one page with the same name have the same gradient. */
function gradientName({ color, gradient }: Paint, size: number): string {
  const parts = [gradient?.kind, gradient?.angle, color, gradient?.color, size];
  return `code-${parts.join('-').replaceAll('#', '')}`;
}

const fillOf = (paint: Paint, size: number) =>
  paint.gradient === null ? paint.color : `url(#${gradientName(paint, size)})`;

function gradientMarkup(paint: Paint, size: number): string {
  const { color, gradient } = paint;
  if (gradient === null) return '';
  const stops = `<stop stop-color="${color}"/><stop offset="1" stop-color="${gradient.color}"/>`;
  const common = `id="${gradientName(paint, size)}" gradientUnits="userSpaceOnUse"`;
  if (gradient.kind === 'radial') {
    const place = `cx="${size / 2}" cy="${size / 2}" r="${short(gradientRadius(size))}"`;
    return `<radialGradient ${common} ${place}>${stops}</radialGradient>`;
  }
  const [x1, y1, x2, y2] = gradientLine(size, gradient.angle).map(short);
  return `<linearGradient ${common} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`;
}

function logoMarkup(logo: CodeDrawing['logo']): string {
  if (logo === null) return '';
  const { drawing, at, side, color } = logo;
  if (drawing.kind === 'picture') {
    const place = `x="${short(at)}" y="${short(at)}" width="${short(side)}" height="${short(side)}"`;
    return `<image ${place} href="data:${drawing.type};base64,${drawing.data}"/>`;
  }
  const { box, radius, flame, spark } = brandShapes;
  return (
    `<g transform="translate(${short(at)} ${short(at)}) scale(${short(side / box)})">` +
    `<path fill="${color}" d="${roundedBox(0, 0, box, box, even(radius))}"/>` +
    `<path fill="#fff" d="${flame}"/><path fill="#f7b84b" d="${spark}"/></g>`
  );
}
