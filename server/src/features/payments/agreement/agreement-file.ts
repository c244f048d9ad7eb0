/** The contract on processing as PDF: A4, with embedded fonts and a bookmark for each chapter. */
import { fillText } from '@kindling/locales/fill-text.ts';
import { reportTexts } from '@kindling/locales/report.ts';
import {
  contentWidth,
  createSheet,
  drawable,
  drawText,
  finishSheet,
  makeRoom,
  margin,
  type Sheet,
} from '../../../lib/pdf/sheet.ts';
import type { Weight } from '../../../lib/pdf/typesetter.ts';
import {
  type AgreementContent,
  type AgreementPart,
  type AgreementRequest,
  agreementContent,
} from './agreement-content.ts';

const bodySize = 3.5;
const leading = 1.5;

export function makeAgreementFile(request: AgreementRequest): Promise<Buffer> {
  const { language, placeholders } = request;
  const content = agreementContent(request);
  const sheet = createSheet({
    title: content.title,
    language,
    brandColor: placeholders['brand.color'] ?? '',
  });
  drawHead(sheet, content);
  for (const { title, parts } of content.chapters) drawChapter(sheet, title, parts);
  const foot = [placeholders['brand.name'], content.title, content.updated].join(' · ');
  return finishSheet(sheet, drawable(foot) ?? '', (number, of) =>
    fillText(reportTexts[language].page, { number, of }),
  );
}

function drawHead(sheet: Sheet, content: AgreementContent): void {
  sheet.y = margin + 8;
  const room = { size: 9, weight: 'display', lines: 2 } as const;
  sheet.y += drawText(sheet, content.title, { x: margin, y: sheet.y }, room) - 3;
  drawLines(sheet, content.updated, { size: 3.2, color: sheet.colors.muted });
  sheet.y += 3.5;
  drawLines(sheet, content.lead, { size: 4 });
  sheet.y += 4;
  drawParties(sheet, content);
  drawAcceptance(sheet, content);
}

/** Customer and operator beside each other, each in a frame of the same height. */
function drawParties(sheet: Sheet, { customer, operator }: AgreementContent): void {
  const gap = 6;
  const width = (contentWidth - gap) / 2;
  const inset = 5;
  const room = { size: bodySize, width: width - 2 * inset };
  const sides = [customer, operator].map(({ title, lines }) => ({
    title,
    lines: lines.flatMap((line) => sheet.type.wrap(line, { ...room, weight: 'text' })),
  }));
  const most = Math.max(...sides.map(({ lines }) => lines.length));
  const height = 14 + most * bodySize * leading;
  makeRoom(sheet, height);
  const top = sheet.y;
  for (const [index, { title, lines }] of sides.entries()) {
    const x = margin + index * (width + gap);
    const { accent, line: frame, muted } = sheet.colors;
    sheet.doc.roundedRect(x, top, width, height, 2).lineWidth(0.25).stroke(frame);
    drawText(
      sheet,
      title,
      { x: x + inset, y: top + 7 },
      { ...room, size: 3, weight: 'strong', color: accent },
    );
    for (const [at, line] of lines.entries())
      drawText(
        sheet,
        line,
        { x: x + inset, y: top + 13 + at * bodySize * leading },
        { ...room, weight: at === 0 ? 'strong' : 'text', color: at === 0 ? sheet.colors.ink : muted },
      );
  }
  sheet.y = top + height + 6;
}

/** Whether it is concluded, with a bar that tells it from the text. */
function drawAcceptance(sheet: Sheet, { acceptance, isAccepted }: AgreementContent): void {
  const style = { size: bodySize, weight: 'strong' as const, indent: 5 };
  const lines = sheet.type.wrap(acceptance, { ...style, width: contentWidth - style.indent });
  const height = lines.length * bodySize * leading + 4;
  makeRoom(sheet, height);
  const { accent, muted } = sheet.colors;
  sheet.doc.rect(margin, sheet.y, 1.2, height).fill(isAccepted ? accent : muted);
  sheet.y += 2 + bodySize;
  drawLines(sheet, acceptance, style);
  sheet.y += 6;
}

function drawChapter(sheet: Sheet, title: string, parts: readonly AgreementPart[]): void {
  const size = 4.6;
  const lines = sheet.type.wrap(title, { size, width: contentWidth, weight: 'strong' });
  // A heading is never the last on its page.
  makeRoom(sheet, 8 + lines.length * size * leading + 3 * bodySize * leading);
  sheet.doc.outline.addItem(title);
  sheet.y += 7;
  drawLines(sheet, title, { size, weight: 'strong' });
  sheet.y += 1;
  for (const part of parts) drawPart(sheet, part);
}

function drawPart(sheet: Sheet, part: AgreementPart): void {
  switch (part.kind) {
    case 'paragraph':
      drawLines(sheet, part.text);
      break;
    case 'entry':
      makeRoom(sheet, 2 * bodySize * leading);
      sheet.doc.circle(margin + 1.5, sheet.y - bodySize * 0.34, 0.5).fill(sheet.colors.muted);
      drawLines(sheet, part.text, { indent: 5 });
      sheet.y -= 0.8;
      break;
    case 'address':
      for (const [at, line] of part.lines.entries())
        drawLines(sheet, line, { indent: 5, weight: at === 0 ? 'strong' : 'text' });
      sheet.y += 1;
      break;
    case 'table':
      drawTable(sheet, part.rows);
  }
  sheet.y += 2;
}

interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  /** Millimeters from the left. */
  indent?: number;
}

/** Draws a text of any length from the first baseline at `sheet.y` on, over as many pages as it takes. */
function drawLines(
  sheet: Sheet,
  text: string,
  { size = bodySize, weight = 'text', color = sheet.colors.ink, indent = 0 }: TextStyle = {},
): void {
  const lines = sheet.type.wrap(text, { size, weight, width: contentWidth - indent });
  for (const [at, line] of lines.entries()) {
    // Neither the first nor the last line stands alone on a page.
    const isShort = lines.length <= 3;
    const together = at === 0 && isShort ? lines.length : at === 0 || at === lines.length - 2 ? 2 : 1;
    makeRoom(sheet, (together - 1) * size * leading);
    const block = { lines: [line], size, weight, leading: size * leading };
    sheet.type.draw(block, { x: margin + indent, y: sheet.y, color });
    sheet.y += size * leading;
  }
}

const columns = [0.36, 0.4, 0.24] as const;

/** The first row is the head, which is repeated on each page. */
function drawTable(sheet: Sheet, [head = [], ...rows]: readonly (readonly string[])[]): void {
  const line = bodySize * leading;
  const wrap = (row: readonly string[], weight: Weight) =>
    row.map((cell, at) =>
      sheet.type.wrap(cell, { size: bodySize, weight, width: contentWidth * (columns[at] ?? 0) - 4 }),
    );
  const drawRow = (cells: readonly (readonly string[])[], weight: Weight, color: string) => {
    for (const [at, lines] of cells.entries()) {
      const before = columns.slice(0, at).reduce((sum, share) => sum + share, 0);
      const block = { lines, size: bodySize, weight, leading: line };
      sheet.type.draw(block, { x: margin + before * contentWidth, y: sheet.y, color });
    }
    sheet.y += heightOf(cells) - 2;
    sheet.doc.rect(margin, sheet.y, contentWidth, 0.2).fill(sheet.colors.line);
    sheet.y += 2 + bodySize;
  };
  const heightOf = (cells: readonly (readonly string[])[]) =>
    Math.max(...cells.map(({ length }) => length)) * line;
  const heads = wrap(head, 'strong');
  const drawHeads = () => drawRow(heads, 'strong', sheet.colors.muted);
  makeRoom(sheet, 3 * line);
  drawHeads();
  for (const row of rows) {
    const cells = wrap(row, 'text');
    const page = sheet.doc.page;
    makeRoom(sheet, heightOf(cells));
    if (sheet.doc.page !== page) drawHeads();
    drawRow(cells, 'text', sheet.colors.ink);
  }
}
