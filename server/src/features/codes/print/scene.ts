/** What every print is made of: colors, texts that can be drawn, and a few parts that several prints share. */
import { colorScale, mix } from '@kindling/design/color';
import type { PrintTexts } from '@kindling/locales/print.ts';
import type { Typesetter } from '../../../lib/pdf/typesetter.ts';
import type { Trim } from './page.ts';
import { bleed } from './page.ts';
import { drawVectorCode, sideWithQuietZone, type VectorCode } from './vector-code.ts';

export interface PrintColors {
  /** Dark enough for white text. */
  ground: string;
  /** A little lighter, for shapes on the ground. */
  shape: string;
  ink: string;
  muted: string;
}

export function printColors(brandColor: string): PrintColors {
  const ground = colorScale(brandColor)[7];
  return { ground, shape: mix(ground, '#ffffff', 0.075), ink: '#14181f', muted: '#5b6472' };
}

export interface SceneCode {
  code: VectorCode;
  /** The address as people type it. */
  address: string;
  /** Null when it has none that can be drawn. */
  name: string | null;
}

export interface Scene {
  doc: PDFKit.PDFDocument;
  type: Typesetter;
  colors: PrintColors;
  texts: PrintTexts;
  callToAction: string;
  /** Null when it has letters that no font of ours has. */
  businessName: string | null;
  codes: readonly [SceneCode, ...SceneCode[]];
}

/** The brand's color up to the end of the bleed, with rings around a point that lies at or beyond the edge. */
export function drawGround(
  { doc, colors }: Scene,
  { width, height }: Trim,
  rings: { x: number; y: number; radius: number },
): void {
  doc.save();
  doc.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed).clip();
  doc.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed).fill(colors.ground);
  doc.circle(rings.x, rings.y, rings.radius).fill(colors.shape);
  doc.circle(rings.x, rings.y, rings.radius * 0.66).fill(colors.ground);
  doc.circle(rings.x, rings.y, rings.radius * 0.36).fill(colors.shape);
  doc.restore();
}

/** A panel in the color of the code's background with the code in its middle; its quiet zone always fits. */
export function drawCodePanel(
  { doc }: Scene,
  code: VectorCode,
  { x, y, side, radius }: { x: number; y: number; side: number; radius: number },
): void {
  const { size, quietZone, background } = code.drawing;
  // At least four modules are empty, whatever the design says: the panel has the color of the brand around it.
  const share = size / (size + 2 * Math.max(quietZone, 4));
  const modules = side * share;
  doc.roundedRect(x, y, side, side, radius).fill(background ?? '#ffffff');
  const inset = (side - modules) / 2;
  drawVectorCode(doc, code, { x: x + inset, y: y + inset, side: modules });
}

/** A code on white paper. The background of the design reaches as far as its quiet zone. */
export function drawPlainCode(
  { doc }: Scene,
  code: VectorCode,
  place: { x: number; y: number; side: number },
): void {
  const { background } = code.drawing;
  const around = (sideWithQuietZone(code, place.side) - place.side) / 2;
  if (background !== null && background.toLowerCase() !== '#ffffff')
    doc
      .roundedRect(
        place.x - around,
        place.y - around,
        place.side + 2 * around,
        place.side + 2 * around,
        around * 0.6,
      )
      .fill(background);
  drawVectorCode(doc, code, place);
}

/** Space between a text and the modules of a plain code: more where the background of the design can be seen. */
export function besideCode(code: VectorCode, side: number): number {
  return Math.max(6, (sideWithQuietZone(code, side) - side) / 2 + 2);
}
