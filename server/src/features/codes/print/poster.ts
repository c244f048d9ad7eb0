/** A4 poster: the question large on the brand's color, the code and three steps on white below it. */

import { capHeight } from '../../../lib/pdf/typesetter.ts';
import { addCutPage, bleed, type Trim } from './page.ts';
import { drawGround, drawPlainCode, type Scene } from './scene.ts';

const trim: Trim = { width: 210, height: 297 };
const margin = 18;
const paper = { top: 136, radius: 10 };
const code = { top: 156, side: 102 };
const steps = { left: 139, width: 53 };

export function addPoster(scene: Scene): void {
  addCutPage(scene.doc, trim, () => {
    drawGround(scene, trim, { x: 200, y: 8, radius: 96 });
    drawPaper(scene);
    drawHeadline(scene);
    drawSteps(scene);
    drawFoot(scene);
  });
}

function drawPaper({ doc }: Scene): void {
  const { top, radius } = paper;
  const [left, right, bottom] = [-bleed, trim.width + bleed, trim.height + bleed];
  doc
    .path(
      `M${left} ${bottom}V${top + radius}A${radius} ${radius} 0 0 1 ${left + radius} ${top}` +
        `H${right - radius}A${radius} ${radius} 0 0 1 ${right} ${top + radius}V${bottom}Z`,
    )
    .fill('#ffffff');
}

function drawHeadline({ type, businessName, callToAction }: Scene): void {
  const width = trim.width - 2 * margin;
  if (businessName !== null) {
    const name = type.fit(businessName, { width, lines: 1, most: 6.4, least: 4, weight: 'strong' });
    type.draw(name, { x: margin, y: 29, color: '#ffffff' });
  }
  const room = { width, lines: 3, most: 25, least: 9, weight: 'display', leading: 1.04 } as const;
  const headline = type.fit(callToAction, room);
  const y = 117 - (headline.lines.length - 1) * headline.leading;
  // Large letters have more space on their left than small ones.
  type.draw(headline, { x: margin - headline.size * 0.05, y, color: '#ffffff' });
}

function drawSteps(scene: Scene): void {
  const { doc, type, texts, colors, codes } = scene;
  drawPlainCode(scene, codes[0].code, { x: margin, y: code.top, side: code.side });
  const lines = [texts.stepScan, texts.stepRate, texts.stepWords];
  for (const [index, text] of lines.entries()) {
    const top = code.top + index * 36.5;
    if (index > 0) doc.rect(steps.left, top - 8, 12, 0.35).fill(colors.ground);
    const number = { lines: [String(index + 1)], size: 10, weight: 'display', leading: 10 } as const;
    type.draw(number, { x: steps.left - 0.5, y: top + 10 * capHeight, color: colors.ground });
    const room = {
      width: steps.width,
      lines: 3,
      most: 5.4,
      least: 4,
      weight: 'strong',
      leading: 1.22,
    } as const;
    type.draw(type.fit(text, room), { x: steps.left, y: top + 17, color: colors.ink });
  }
}

function drawFoot({ type, texts, colors, codes }: Scene): void {
  const width = trim.width - 2 * margin;
  const honest = type.fit(texts.honest, { width, lines: 1, most: 4.8, least: 3, weight: 'strong' });
  type.draw(honest, { x: margin, y: 275, color: colors.ink });
  const line = texts.address.replace('{{address}}', codes[0].address);
  const address = type.fit(line, { width, lines: 1, most: 3.7, least: 2.2, weight: 'text' });
  type.draw(address, { x: margin, y: 282.5, color: colors.muted });
}
