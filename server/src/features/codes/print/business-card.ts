/** Business card: the name on the brand's color in front, the code on white at the back. */

import { capHeight } from '../../../lib/pdf/typesetter.ts';
import { addCutPage, type Trim } from './page.ts';
import { besideCode, drawGround, drawPlainCode, type Scene } from './scene.ts';

export const cardTrims = {
  'business-card': { width: 85, height: 55 },
  'business-card-us': { width: 88.9, height: 50.8 },
} as const satisfies Record<string, Trim>;
const margin = 7;

export function addBusinessCard(scene: Scene, kind: keyof typeof cardTrims): void {
  const trim = cardTrims[kind];
  addCutPage(scene.doc, trim, () => drawFront(scene, trim));
  addCutPage(scene.doc, trim, () => drawBack(scene, trim));
}

function drawFront(scene: Scene, trim: Trim): void {
  const { type, businessName, callToAction } = scene;
  drawGround(scene, trim, { x: trim.width - 4, y: 2, radius: trim.height * 0.72 });
  const width = trim.width - 2 * margin;
  const bottom = trim.height - margin - 0.6;
  const color = '#ffffff';
  const title = type.fit(businessName ?? callToAction, {
    width: width * 0.86,
    lines: 2,
    most: 7.4,
    least: 3.6,
    weight: 'display',
    leading: 1.08,
  });
  const lineBelow = businessName === null ? null : callToAction;
  const lift = lineBelow === null ? 0 : 7;
  type.draw(title, { x: margin - 0.2, y: bottom - lift - (title.lines.length - 1) * title.leading, color });
  if (lineBelow === null) return;
  const line = type.fit(lineBelow, { width, lines: 1, most: 3.3, least: 2.2, weight: 'text' });
  type.draw(line, { x: margin, y: bottom, color });
}

function drawBack(scene: Scene, trim: Trim): void {
  const { type, colors, texts, callToAction, codes } = scene;
  const side = trim.height - 2 * margin - 2;
  const x = trim.width - margin - side;
  const y = (trim.height - side) / 2;
  drawPlainCode(scene, codes[0].code, { x, y, side });
  const width = x - margin - besideCode(codes[0].code, side);
  const title = type.fit(callToAction, {
    width,
    lines: 5,
    most: 5.2,
    least: 2.8,
    weight: 'display',
    leading: 1.12,
  });
  type.draw(title, { x: margin, y: y + title.size * capHeight, color: colors.ground });
  const scan = type.fit(texts.scan, { width, lines: 4, most: 2.3, least: 1.9, weight: 'text', leading: 1.3 });
  const first = y + side - (scan.lines.length - 1) * scan.leading;
  type.draw(scan, { x: margin, y: first, color: colors.muted });
}
