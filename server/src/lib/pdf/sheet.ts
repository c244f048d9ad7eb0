/** An A4 page in millimeters from its top left corner, and the few things that our documents draw on it. */
import { colorScale, mix } from '@kindling/design/color';
import { light } from '@kindling/design/tokens';
import { type Language, languageFacts } from '@kindling/locales/languages.ts';
import PDFDocument from 'pdfkit';
import { collectPdf } from './collect-pdf.ts';
import { canDraw, clean, createTypesetter, type Typesetter, type Weight } from './typesetter.ts';

const pointsPerMillimeter = 72 / 25.4;
export const pageSize = { width: 210, height: 297 } as const;
export const margin = 18;
export const contentWidth = pageSize.width - 2 * margin;

export interface SheetColors {
  /** The brand's color, dark enough on white. */
  accent: string;
  /** The same for what stands back. */
  pale: string;
  ink: string;
  muted: string;
  line: string;
}

export interface Sheet {
  doc: PDFKit.PDFDocument;
  type: Typesetter;
  colors: SheetColors;
  /** Left edge and width of what is drawn: the page, or one half of it. */
  x: number;
  width: number;
  /** Millimeters from the top at which the next part begins. */
  y: number;
}

interface LineStyle {
  size: number;
  weight?: Weight;
  color?: string;
  width?: number;
  lines?: number;
  align?: 'left' | 'center' | 'right';
  /** A text that is too long is cut off and not made smaller. */
  fixed?: boolean;
}

/** A document with its first page. @param brandColor `#rrggbb` */
export function createSheet({
  title,
  language,
  brandColor,
}: {
  title: string;
  language: Language;
  brandColor: string;
}): Sheet {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: languageFacts[language].tag,
    info: { Title: clean(title) },
  });
  const accent = colorScale(brandColor)[7];
  const sheet: Sheet = {
    doc,
    type: createTypesetter(doc),
    colors: {
      accent,
      pale: mix(accent, '#ffffff', 0.7),
      ink: light.text,
      muted: light.muted,
      line: light.border,
    },
    x: margin,
    width: contentWidth,
    y: margin,
  };
  addSheet(sheet);
  return sheet;
}

/** Writes a line at the foot of each page, and ends the document. @param pageText for the number of a page, from 1 */
export function finishSheet(
  sheet: Sheet,
  foot: string,
  pageText: (page: number, of: number) => string,
): Promise<Buffer> {
  const { doc } = sheet;
  const bytes = collectPdf(doc);
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    const style = { size: 2.9, color: sheet.colors.muted };
    const y = pageSize.height - 10;
    drawText(sheet, foot, { x: margin, y }, { ...style, width: contentWidth - 30 });
    const end = { x: margin + contentWidth, y };
    drawText(sheet, pageText(index + 1, count), end, { ...style, align: 'right' });
  }
  doc.end();
  return bytes;
}

/** Begins a page. */
export function addSheet({ doc }: Pick<Sheet, 'doc'>): void {
  doc.addPage({ size: 'A4', margin: 0 });
  doc.scale(pointsPerMillimeter);
}

/** Draws a text with its first baseline at `y`. @returns the height of its lines */
export function drawText(sheet: Sheet, text: string, at: { x: number; y: number }, style: LineStyle): number {
  const { size, weight = 'text', color = sheet.colors.ink, lines = 1, align = 'left', fixed = false } = style;
  const room = {
    width: style.width ?? sheet.width,
    lines,
    most: size,
    least: fixed ? size : size * 0.8,
    weight,
    leading: 1.35,
  };
  const block = sheet.type.fit(text, room);
  for (const [index, line] of block.lines.entries()) {
    const width = align === 'left' ? 0 : sheet.type.width(line, block.size, weight);
    const x = align === 'left' ? at.x : align === 'right' ? at.x - width : at.x - width / 2;
    sheet.type.draw({ ...block, lines: [line] }, { x, y: at.y + index * block.leading, color });
  }
  return block.lines.length * block.leading;
}

/** Moves to a new page when the next part does not fit on this one. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= pageSize.height - margin - 8) return;
  addSheet(sheet);
  sheet.y = margin + 4;
}

export function drawHeading(sheet: Sheet, text: string): void {
  sheet.doc.rect(sheet.x, sheet.y, sheet.width, 0.25).fill(sheet.colors.line);
  drawText(sheet, text, { x: sheet.x, y: sheet.y + 7.5 }, { size: 4.4, weight: 'strong' });
  sheet.y += 13;
}

const gap = 8;

/** Draws two parts beside each other, on one page. @param height at most that of the taller one */
export function drawHalves(sheet: Sheet, height: number, left: () => void, right: () => void): void {
  makeRoom(sheet, height);
  const top = sheet.y;
  sheet.width = (contentWidth - gap) / 2;
  left();
  const end = sheet.y;
  sheet.x = margin + sheet.width + gap;
  sheet.y = top;
  right();
  Object.assign(sheet, { x: margin, width: contentWidth, y: Math.max(end, sheet.y) });
}

/** Signs and pictures that our fonts lack are left out; null for a text with letters of which they have no drawing. */
export function drawable(text: string): string | null {
  const cleaned = clean(
    [...clean(text)]
      .filter((character) => !/[\p{S}\p{P}\p{Cf}\p{M}]/u.test(character) || canDraw(character))
      .join(''),
  );
  return canDraw(cleaned) ? cleaned : null;
}
