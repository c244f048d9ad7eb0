/** Parses a table's bytes into pages of rows, without ever having the whole file or text in memory. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImportEncoding, type ImportSeparator, importLimits } from '@kindling/contract/import-files';
import { CsvError, parse } from 'csv-parse';
import { limitCells } from './cell-limits.ts';
import { createDecoder } from './encodings.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';

export interface TableRow {
  /** First line of the row in its file, counted from 1. */
  line: number;
  cells: string[];
}

export interface TableShape {
  encoding: ImportEncoding;
  separator: ImportSeparator;
}

/** A page ends with the row that reaches one of these limits, because rows can be wide and long. */
export const pageLimits = { rows: 500, cells: 10_000, characters: 1024 * 1024 };
/** Characters that are parsed before the event loop continues: about 1 ms of work, or 15 ms if all are separators. */
const sliceLength = 16 * 1024;

/**
 * Yields all non-empty rows, the headings first. Quoted cells may contain separators, quotes and line breaks. Rows end
 * with LF, CRLF or CR, also mixed.
 * @throws UnreadableFileError `quotes`, `row-too-long`, `too-many-columns`, `too-many-cells`.
 */
export async function* readTable(
  parts: AsyncIterable<Uint8Array>,
  { encoding, separator }: TableShape,
): AsyncGenerator<TableRow[]> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: importLimits.rowBytes,
  });
  // A failure also reaches the loop over the parser below.
  const texts = limitCells(splitIntoSlices(decodeParts(parts, encoding)), separator);
  const feedingParser = pipeline(Readable.from(texts), parser).catch(() => undefined);
  let page: TableRow[] = [];
  let cells = 0;
  let characters = 0;
  // The parser counts CR LF inside quotes as two lines.
  let extraLines = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const [breaks, pairs, length] = measureRow(record);
      extraLines += pairs;
      // The parser reports the line on which a row ends.
      page.push({ line: info.lines - extraLines - breaks, cells: record });
      cells += record.length;
      characters += length;
      if (page.length < pageLimits.rows && cells < pageLimits.cells && characters < pageLimits.characters)
        continue;
      yield page;
      [page, cells, characters] = [[], 0, 0];
    }
    if (page.length > 0) yield page;
  } catch (error) {
    throw toUnreadableFileError(error, extraLines);
  } finally {
    // A consumer that stops early, such as the preview, must close the parser.
    parser.destroy();
    await feedingParser;
  }
}

/** Counts the line breaks inside cells, how many of them are CR LF, and the characters of all cells. */
function measureRow(cells: readonly string[]): [breaks: number, pairs: number, characters: number] {
  let breaks = 0;
  let pairs = 0;
  let characters = 0;
  for (const cell of cells) {
    characters += cell.length;
    for (const found of cell.match(/\r\n|\n|\r/g) ?? []) {
      breaks += 1;
      if (found.length === 2) pairs += 1;
    }
  }
  return [breaks, pairs, characters];
}

function toUnreadableFileError(error: unknown, surplus: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? error.lines - surplus : null;
  return new UnreadableFileError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'row-too-long' : 'quotes', line);
}

export async function* decodeParts(
  parts: AsyncIterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  for await (const bytes of parts) yield decoder.decode(bytes);
  yield decoder.end();
}

/** Returns to the event loop after each slice. */
export async function* splitIntoSlices(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let at = 0; at < text.length; at += sliceLength) {
      yield text.slice(at, at + sliceLength);
      await new Promise((resolve) => setImmediate(resolve));
    }
}
