/** A4 pages with a card for each code and its name: tables, rooms, members of staff. */

import { capHeight } from '../../../lib/pdf/typesetter.ts';
import { addWholePage, bleed, drawGridMarks, type Grid, gridPlaces, type Trim } from './page.ts';
import { drawPlainCode, type Scene, type SceneCode } from './scene.ts';

const sheet: Trim = { width: 210, height: 297 };
export const codeGrid: Grid = { columns: 3, rows: 4, width: 58, height: 64 };
const head = 14;
const side = 33;

export function addCodeSheets(scene: Scene): void {
  const places = gridPlaces(sheet, codeGrid);
  for (let first = 0; first < scene.codes.length; first += places.length)
    addWholePage(scene.doc, sheet, () => {
      for (const [index, { x, y }] of places.entries()) {
        const code = scene.codes[first + index];
        if (code === undefined) break;
        scene.doc.save().translate(x, y);
        drawCard(scene, code);
        scene.doc.restore();
      }
      drawGridMarks(scene.doc, sheet, codeGrid);
    });
}

function drawCard(scene: Scene, code: SceneCode): void {
  const { doc, type, colors, businessName, callToAction } = scene;
  const { width, height } = codeGrid;
  doc.rect(-bleed, -bleed, width + 2 * bleed, head + bleed).fill(colors.ground);
  const title = code.name ?? businessName;
  if (title !== null) {
    const room = { width: width - 12, lines: 1, most: 6.2, least: 3, weight: 'display' } as const;
    const line = type.fit(title, room);
    const y = head / 2 + (line.size * capHeight) / 2;
    type.draw(line, { x: width / 2, y, color: '#ffffff', align: 'center' });
  }
  drawPlainCode(scene, code.code, { x: (width - side) / 2, y: head + 5.5, side });
  const line = type.fit(callToAction, { width: width - 10, lines: 1, most: 3.6, least: 2, weight: 'strong' });
  type.draw(line, { x: width / 2, y: height - 5, color: colors.ink, align: 'center' });
}
