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
  star: string;
}

export interface Sheet {
  doc: PDFKit.PDFDocument;
  type: Typesetter;
  colors: SheetColors;
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
}

/** Begins a page. */
export function addSheet({ doc }: Pick<Sheet, 'doc'>): void {
  doc.addPage({ size: 'A4', margin: 0 });
  doc.scale(pointsPerMillimeter);
}

/** Draws a text with its first baseline at `y`. @returns the height of its lines */
export function drawText(sheet: Sheet, text: string, at: { x: number; y: number }, style: LineStyle): number {
  const { size, weight = 'text', color = sheet.colors.ink, lines = 1, align = 'left' } = style;
  const room = {
    width: style.width ?? contentWidth,
    lines,
    most: size,
    least: size * 0.8,
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
  sheet.doc.rect(margin, sheet.y, contentWidth, 0.25).fill(sheet.colors.line);
  drawText(sheet, text, { x: margin, y: sheet.y + 7.5 }, { size: 4.4, weight: 'strong' });
  sheet.y += 13;
}
