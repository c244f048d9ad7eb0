/**
 * Writes reviews as a file, page by page in bounded memory. A file that ends too early is not complete: JSON lacks its end,
 * XLSX its directory, and the connection that sends CSV is reset.
 */
import type { ExportFormat } from '@kindling/contract/exports';
import { byteOrderMark, csvLine } from '../../lib/csv.ts';
import { createZipWriter } from '../../lib/zip-writer.ts';
import { type ExportedReview, type ReviewColumn, reviewColumns } from './review-values.ts';
import { maxSheetRows, rowXml, sheetEnd, sheetPart, sheetStart, workbookParts } from './sheet-xml.ts';
import { headingCells, type ReviewFileTexts, reviewCells } from './table-cells.ts';

export interface ReviewFile {
  start(): Promise<Buffer>;
  page(reviews: readonly ExportedReview[]): Promise<Buffer>;
  end(): Promise<Buffer>;
}

export const fileTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Where a sheet ends and the next one begins: rows with the heading, and bytes of XML. */
export interface SheetLimits {
  rows: number;
  bytes: number;
}
const sheetLimits: SheetLimits = { rows: maxSheetRows, bytes: 2 ** 30 };

export function createReviewFile(
  format: ExportFormat,
  texts: ReviewFileTexts,
  limits: SheetLimits = sheetLimits,
): ReviewFile {
  if (format === 'csv') return csvFile(texts);
  return format === 'json' ? jsonFile() : workbookFile(texts, limits);
}

function csvFile(texts: ReviewFileTexts): ReviewFile {
  return {
    start: async () => Buffer.from(`${byteOrderMark}${csvLine(headingCells(texts))}`),
    page: async (reviews) =>
      Buffer.from(reviews.map((review) => csvLine(reviewCells(review, texts))).join('')),
    end: async () => Buffer.alloc(0),
  };
}

/** One array, with a review on each line. */
function jsonFile(): ReviewFile {
  let separator = '';
  return {
    start: async () => Buffer.from('['),
    async page(reviews) {
      const lines = reviews.map((review) => {
        const line = `${separator}\n${JSON.stringify(review)}`;
        separator = ',';
        return line;
      });
      return Buffer.from(lines.join(''));
    },
    end: async () => Buffer.from('\n]\n'),
  };
}

const wideColumns = new Set<ReviewColumn>(['text', 'translation', 'reply']);

/** A workbook continues on another sheet when one is full. */
function workbookFile(texts: ReviewFileTexts, limits: SheetLimits): ReviewFile {
  const zip = createZipWriter(new Date());
  const records: Buffer[] = [];
  const cutMark = texts.cut;
  let sheets = 0;
  let rows = 0;
  let bytes = 0;

  const beginSheet = async () => {
    sheets += 1;
    rows = 1;
    const widths = reviewColumns.map((column) => (wideColumns.has(column) ? 60 : 20));
    const xml = `${sheetStart(widths)}${rowXml(headingCells(texts), 1, { cutMark, heading: true })}`;
    bytes = xml.length;
    const header = zip.begin(sheetPart(sheets));
    return [header, await zip.write(Buffer.from(xml))];
  };
  const endFile = async (xml: string) => {
    const last = await zip.write(Buffer.from(xml));
    const ended = zip.end();
    records.push(ended.record);
    return [last, ended.bytes];
  };

  return {
    start: async () => Buffer.concat(await beginSheet()),
    async page(reviews) {
      const out: Buffer[] = [];
      let waiting: string[] = [];
      for (const review of reviews) {
        if (rows >= limits.rows || bytes >= limits.bytes) {
          out.push(...(await endFile(`${waiting.join('')}${sheetEnd}`)), ...(await beginSheet()));
          waiting = [];
        }
        rows += 1;
        const xml = rowXml(reviewCells(review, texts), rows, { cutMark });
        bytes += xml.length;
        waiting.push(xml);
      }
      out.push(await zip.write(Buffer.from(waiting.join(''))));
      return Buffer.concat(out);
    },
    async end() {
      const out = await endFile(sheetEnd);
      for (const [name, xml] of Object.entries(workbookParts(texts.reviews, sheets)))
        out.push(zip.begin(name), ...(await endFile(xml)));
      return Buffer.concat([...out, ...records, zip.finish()]);
    },
  };
}
