/** For tests only: builds XLSX files like those of spreadsheet programs. */
import { strToU8, zipSync } from 'fflate';

export type TestCell = string | number | boolean | Date | null;
export interface TestSheet {
  name: string;
  rows: readonly (readonly TestCell[])[];
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const dayMs = 86_400_000;
/** Cell styles: 1 is a date, 2 a date with a time. */
const styles = `<styleSheet><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`;

/** Builds the bytes of an XLSX file; `more` adds or replaces parts. */
export function buildWorkbook(sheets: readonly TestSheet[], more: Record<string, string> = {}): Buffer {
  const strings = new Map<string, number>();
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets>${sheets
      .map(
        ({ name }, index) => `<sheet name="${toXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, index) => relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join(
        '',
      )}${relationship(901, 'sharedStrings', 'sharedStrings.xml')}${relationship(902, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styles,
  };
  for (const [index, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet><sheetData>${rows.map((cells, row) => rowXml(cells, row + 1, strings)).join('')}</sheetData></worksheet>`;
  parts['xl/sharedStrings.xml'] = `<sst>${[...strings.keys()]
    .map((text) => `<si><t xml:space="preserve">${toXml(text)}</t></si>`)
    .join('')}</sst>`;
  return buildZip({ ...parts, ...more });
}

export function buildZip(parts: Record<string, string>): Buffer {
  const bytes = Object.entries(parts).map(([name, text]) => [name, strToU8(`${declaration}${text}`)]);
  return Buffer.from(zipSync(Object.fromEntries(bytes), { level: 6 }));
}

function relationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`;
}

function rowXml(cells: readonly TestCell[], row: number, strings: Map<string, number>): string {
  return `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${columnLetters(column)}${row}`, strings)).join('')}</row>`;
}

function cellXml(cell: TestCell, address: string, strings: Map<string, number>): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return `<c r="${address}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (cell instanceof Date) {
    const days = (cell.getTime() - Date.UTC(1899, 11, 30)) / dayMs;
    return `<c r="${address}" s="${Number.isInteger(days) ? 1 : 2}"><v>${days}</v></c>`;
  }
  const index = strings.get(cell) ?? strings.size;
  strings.set(cell, index);
  return `<c r="${address}" t="s"><v>${index}</v></c>`;
}

/** 0 is A, 26 is AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : `${columnLetters(Math.floor(column / 26) - 1)}${last}`;
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
