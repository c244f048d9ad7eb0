/** The parts of an XLSX file (ECMA-376, SpreadsheetML) with texts inside of their cells, so that no list of all texts is kept. */
import type { Cell } from '../../lib/csv.ts';
import { withDoubledMark } from '../../lib/formula-mark.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageSchema = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters of a cell, in UTF-16 units, and rows of a sheet: limits of Excel. */
export const maxCellLength = 32_767;
export const maxSheetRows = 1_048_576;

/** Styles of cells: the heading is bold, a day has Excel's short date. */
const headingStyle = 1;
const dayStyle = 2;
const dayMs = 86_400_000;
/** Day 0 of spreadsheets. */
const epoch = Date.UTC(1899, 11, 30);

/** @param widths of the columns, in characters */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** @param number of the row, from 1. @param cutMark follows a text that does not fit a cell */
export function rowXml(
  cells: readonly Cell[],
  number: number,
  { cutMark, heading = false }: { cutMark: string; heading?: boolean },
): string {
  const parts = cells.map((cell, column) => {
    const place = `${lettersOf(column)}${number}`;
    if (cell === null || cell === '') return '';
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') return dayXml(cell.day, place);
    const style = heading ? ` s="${headingStyle}"` : '';
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(fitCell(withDoubledMark(printable(cell)), cutMark))}</t></is></c>`;
  });
  return `<row r="${number}">${parts.join('')}</row>`;
}

/** Spreadsheets know no days before 1900, and count one too many until March of that year. */
function dayXml(day: string, place: string): string {
  const serial = (Date.parse(`${day}T00:00:00Z`) - epoch) / dayMs;
  return serial > 60
    ? `<c r="${place}" s="${dayStyle}"><v>${serial}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${day}</t></is></c>`;
}

/** A cut never splits a character of two units. */
function fitCell(text: string, cutMark: string): string {
  if (text.length <= maxCellLength) return text;
  const room = maxCellLength - cutMark.length;
  const splits = /[\ud800-\udbff]/.test(text.charAt(room - 1));
  return `${text.slice(0, splits ? room - 1 : room)}${cutMark}`;
}

/** Most cells have nothing to change, which one look finds. */
const isUnprintable = /[\r\p{Cs}\p{Cc}\ufffe\uffff]/u;
const needsEscape = /[&<>_]/;

/** Characters that XML cannot hold are left out. */
function printable(text: string): string {
  if (!isUnprintable.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** `_x0041_` would be read as an escaped character, so its start is escaped. */
function escapeXml(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const knownLetters: string[] = [];

function lettersOf(column: number): string {
  knownLetters[column] ??= columnLetters(column);
  return knownLetters[column];
}

/** 0 is A, 26 is AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}

/** Name of the part of a sheet. @param number from 1 */
export function sheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The other parts of a workbook with `sheets` sheets. */
export function workbookParts(title: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const name = (number: number) => escapeXml(printable(number === 1 ? title : `${title} ${number}`));
  return {
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${numbers
      .map((number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipList([
      ...numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': relationshipList([['officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml': `${declaration}<Types xmlns="${packageSchema}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${numbers
      .map(
        (number) => `<Override PartName="/${sheetPart(number)}" ContentType="${contentType}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  };
}

function relationshipList(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageSchema}/relationships">${list.join('')}</Relationships>`;
}
