/** CSV by RFC 4180: commas, CRLF, quotes where they are needed, line breaks inside of cells kept. UTF-8. */
import { withFormulaMark } from './formula-mark.ts';

/** A day is a value of its own, because spreadsheets sort dates only when they know them as such. */
export type Cell = string | number | { day: string } | null;

/** Spreadsheet programs read UTF-8 only behind this mark. */
export const byteOrderMark = '\ufeff';

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.day;
  const text = withFormulaMark(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
