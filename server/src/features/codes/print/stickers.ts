/** A4 with equal square stickers that are cut apart; colors reach over the cuts. */

import { capHeight } from '../../../lib/pdf/typesetter.ts';
import { addWholePage, bleed, drawGridMarks, type Grid, gridPlaces, type Trim } from './page.ts';
import { drawCodePanel, type Scene } from './scene.ts';

const sheet: Trim = { width: 210, height: 297 };
/** Sides in millimeters. */
export const stickerGrids = {
  'stickers-small': { columns: 4, rows: 6, width: 40, height: 40 },
  'stickers-medium': { columns: 3, rows: 4, width: 60, height: 60 },
  'stickers-large': { columns: 2, rows: 3, width: 90, height: 90 },
} as const satisfies Record<string, Grid>;

export function addStickers(scene: Scene, kind: keyof typeof stickerGrids): void {
  const grid = stickerGrids[kind];
  addWholePage(scene.doc, sheet, () => {
    for (const { x, y } of gridPlaces(sheet, grid)) {
      scene.doc.save().translate(x, y);
      drawSticker(scene, grid.width);
      scene.doc.restore();
    }
    drawGridMarks(scene.doc, sheet, grid);
  });
}

function drawSticker(scene: Scene, side: number): void {
  const { doc, type, colors, callToAction, codes } = scene;
  doc.rect(-bleed, -bleed, side + 2 * bleed, side + 2 * bleed).fill(colors.ground);
  const panel = side * 0.755;
  const top = side * 0.065;
  drawCodePanel(scene, codes[0].code, { x: (side - panel) / 2, y: top, side: panel, radius: side * 0.045 });
  const room = {
    width: side * 0.84,
    lines: 2,
    most: side * 0.072,
    least: side * 0.045,
    weight: 'strong',
    leading: 1.12,
  } as const;
  const line = type.fit(callToAction, room);
  const middle = top + panel + (side - top - panel) / 2 - side * 0.005;
  const height = (line.lines.length - 1) * line.leading + line.size * capHeight;
  type.draw(line, {
    x: side / 2,
    y: middle - height / 2 + line.size * capHeight,
    color: '#ffffff',
    align: 'center',
  });
}
