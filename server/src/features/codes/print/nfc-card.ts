/** NFC card of the size CR80 (ISO/IEC 7810, ID-1): where to hold the phone in front, the code at the back. */

import { capHeight } from '../../../lib/pdf/typesetter.ts';
import { addCutPage, drawCornerGuides, type Trim } from './page.ts';
import { besideCode, drawGround, drawPlainCode, type Scene } from './scene.ts';

export const nfcTrim: Trim = { width: 85.6, height: 53.98 };
const cornerRadius = 3.18;
const margin = 7;

export function addNfcCard(scene: Scene): void {
  addCutPage(scene.doc, nfcTrim, () => drawFront(scene));
  addCutPage(scene.doc, nfcTrim, () => drawBack(scene));
}

function drawFront(scene: Scene): void {
  const { doc, type, texts, businessName, callToAction } = scene;
  const { width, height } = nfcTrim;
  const color = '#ffffff';
  drawGround(scene, nfcTrim, { x: width - 20, y: height / 2, radius: 36 });
  drawWaves(doc, width - 20, height / 2);
  const room = width - margin - 46;
  if (businessName !== null) {
    const name = type.fit(businessName, {
      width: room + 8,
      lines: 2,
      most: 3.2,
      least: 2.2,
      weight: 'strong',
      leading: 1.2,
    });
    type.draw(name, { x: margin, y: margin + 2.6, color });
  }
  const tap = type.fit(texts.tap, {
    width: room,
    lines: 2,
    most: 2.7,
    least: 2,
    weight: 'text',
    leading: 1.3,
  });
  const bottom = height - margin - 0.6;
  const tapTop = bottom - (tap.lines.length - 1) * tap.leading;
  type.draw(tap, { x: margin, y: tapTop, color });
  const title = type.fit(callToAction, {
    width: room,
    lines: 4,
    most: 6,
    least: 3,
    weight: 'display',
    leading: 1.1,
  });
  const titleTop = tapTop - 6 - (title.lines.length - 1) * title.leading;
  type.draw(title, { x: margin - 0.2, y: titleTop, color });
  drawCornerGuides(doc, nfcTrim, cornerRadius, '#ffffff');
}

/** Waves that leave a point to the right: the usual sign for "hold the phone here". */
function drawWaves(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.save().lineCap('round').lineWidth(1.5);
  for (const radius of [4, 8.2, 12.4]) {
    const [dx, dy] = [radius * Math.cos(Math.PI / 4), radius * Math.sin(Math.PI / 4)];
    const from = x - 6;
    doc.path(`M${from + dx} ${y - dy}A${radius} ${radius} 0 0 1 ${from + dx} ${y + dy}`).stroke('#ffffff');
  }
  doc.circle(x - 6, y, 1.3).fill('#ffffff');
  doc.restore();
}

function drawBack(scene: Scene): void {
  const { doc, type, texts, colors, codes } = scene;
  const { width, height } = nfcTrim;
  const side = 36;
  const y = (height - side) / 2;
  const x = width - margin - side;
  drawPlainCode(scene, codes[0].code, { x, y, side });
  const room = x - margin - besideCode(codes[0].code, side);
  const title = type.fit(texts.tapOrScan, {
    width: room,
    lines: 6,
    most: 4.2,
    least: 2.4,
    weight: 'strong',
    leading: 1.18,
  });
  type.draw(title, { x: margin, y: y + title.size * capHeight, color: colors.ground });
  const honest = type.fit(texts.honest, {
    width: room,
    lines: 4,
    most: 2.2,
    least: 1.8,
    weight: 'text',
    leading: 1.3,
  });
  const first = y + side - (honest.lines.length - 1) * honest.leading;
  type.draw(honest, { x: margin, y: first, color: colors.muted });
  drawCornerGuides(doc, nfcTrim, cornerRadius, '#000000');
}
