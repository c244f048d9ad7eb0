/** An A4 page in millimeters from its top left corner, and the few things that a report draws on it. */
import type { Typesetter, Weight } from '../../../lib/pdf/typesetter.ts';

const pointsPerMillimeter = 72 / 25.4;
export const pageSize = { width: 210, height: 297 } as const;
export const margin = 18;
export const contentWidth = pageSize.width - 2 * margin;

export interface SheetColors {
  /** Of bars and the month of the report; dark enough on white. */
  accent: string;
  /** Of other months. */
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
