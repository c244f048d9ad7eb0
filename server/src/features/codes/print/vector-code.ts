/** A code in a print: shapes, no pixels, except for an uploaded logo. */
import { brandShapes } from '@kindling/design/brand-shapes';
import {
  type CodeDrawing,
  drawCode,
  gradientLine,
  gradientRadius,
  type Paint,
} from '@kindling/guest/qr/drawing';
import { makeMatrix } from '@kindling/guest/qr/matrix';
import type { PrintedCode } from './print-request.ts';

export interface VectorCode {
  drawing: CodeDrawing;
  /** A PNG; pictures of other kinds and with unusual compression are converted first. */
  logo: Buffer | null;
}

/** @throws RangeError for a content that is too long for a code */
export async function prepareCode({ content, design }: PrintedCode): Promise<VectorCode> {
  const matrix = makeMatrix(content, design.errorLevel);
  if (matrix === null) throw new RangeError('The content is too long for a QR code.');
  const drawing = drawCode(matrix, design);
  const picture = drawing.logo?.drawing;
  return { drawing, logo: picture?.kind === 'picture' ? await toPng(picture.data) : null };
}

/** The library for PDF knows no interlaced pictures; the other one reads any. Null for a picture that is broken. */
async function toPng(data: string): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  const limits = { limitInputPixels: 1_048_576, failOn: 'error' } as const;
  return sharp(Buffer.from(data, 'base64'), limits)
    .autoOrient()
    .png()
    .toBuffer()
    .catch(() => null);
}

/** Width of the code with its quiet zone, when its modules are `side` wide. */
export function sideWithQuietZone({ drawing }: VectorCode, side: number): number {
  return (side * (drawing.size + 2 * drawing.quietZone)) / drawing.size;
}

/** Draws the modules in the square at `x`, `y`. The caller draws the background and leaves the quiet zone around it. */
export function drawVectorCode(
  doc: PDFKit.PDFDocument,
  { drawing, logo }: VectorCode,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const { size, shapes } = drawing;
  doc
    .save()
    .translate(x, y)
    .scale(side / size);
  for (const { d, paint } of shapes) doc.path(d).fill(fillOf(doc, paint, size));
  if (drawing.logo !== null) drawLogo(doc, drawing.logo, logo);
  doc.restore();
}

function fillOf(doc: PDFKit.PDFDocument, { color, gradient }: Paint, size: number) {
  if (gradient === null) return color;
  const middle = size / 2;
  const [x1, y1, x2, y2] = gradientLine(size, gradient.angle);
  const made =
    gradient.kind === 'linear'
      ? doc.linearGradient(x1, y1, x2, y2)
      : doc.radialGradient(middle, middle, 0, middle, middle, gradientRadius(size));
  return made.stop(0, color).stop(1, gradient.color);
}

function drawLogo(
  doc: PDFKit.PDFDocument,
  place: NonNullable<CodeDrawing['logo']>,
  picture: Buffer | null,
): void {
  const { at, side, color, drawing } = place;
  if (drawing.kind === 'picture') {
    if (picture !== null)
      doc.image(picture, at, at, { fit: [side, side], align: 'center', valign: 'center' });
    return;
  }
  const { box, radius, flame, spark } = brandShapes;
  doc
    .save()
    .translate(at, at)
    .scale(side / box);
  doc.roundedRect(0, 0, box, box, radius).fill(color);
  doc.path(flame).fill('#ffffff');
  doc.path(spark).fill('#f7b84b');
  doc.restore();
}
