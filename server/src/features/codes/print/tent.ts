/** Table tent: A5, folded in the middle to two A6 faces, the upper one upside down. */
import { addCutPage, drawFoldMarks, type Trim } from './page.ts';
import { drawCodePanel, drawGround, type Scene } from './scene.ts';

const face: Trim = { width: 148, height: 105 };
const trim: Trim = { width: 148, height: 210 };
const margin = 11;
const panel = { side: 83, radius: 5 };

export function addTent(scene: Scene): void {
  const { doc } = scene;
  addCutPage(doc, trim, () => {
    drawGround(scene, trim, { x: 0, y: face.height, radius: 78 });
    doc.save().translate(face.width, face.height).rotate(180);
    drawFace(scene);
    doc.restore();
    doc.save().translate(0, face.height);
    drawFace(scene);
    doc.restore();
    drawFoldMarks(doc, trim, face.height);
  });
}

function drawFace(scene: Scene): void {
  const { type, texts, businessName, callToAction, codes } = scene;
  const left = face.width - margin - panel.side;
  drawCodePanel(scene, codes[0].code, { x: left, y: margin, ...panel });
  const width = left - margin - 7;
  const color = '#ffffff';
  if (businessName !== null) {
    const name = type.fit(businessName, {
      width,
      lines: 2,
      most: 3.8,
      least: 2.6,
      weight: 'strong',
      leading: 1.2,
    });
    type.draw(name, { x: margin, y: margin + 3.4, color });
  }
  const room = { width, lines: 5, most: 9, least: 4, weight: 'display', leading: 1.08 } as const;
  const headline = type.fit(callToAction, room);
  const scan = type.fit(texts.scan, { width, lines: 3, most: 3.1, least: 2.4, weight: 'text', leading: 1.3 });
  const last = face.height - margin - 0.8;
  const scanTop = last - (scan.lines.length - 1) * scan.leading;
  type.draw(scan, { x: margin, y: scanTop, color });
  const headlineTop = scanTop - 8 - (headline.lines.length - 1) * headline.leading;
  type.draw(headline, { x: margin - headline.size * 0.05, y: headlineTop, color });
}
