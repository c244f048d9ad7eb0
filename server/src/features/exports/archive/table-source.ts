/** A table of an account as JSON (an array with a row on each line) or as CSV. */

import { byteOrderMark, type Cell, csvLine } from '../../../lib/csv.ts';
import type { ArchivedTable } from './content.ts';
import type { ArchivePiece, ArchiveSource } from './source.ts';

type Row = Record<string, unknown>;

/** The rows of a table after a position, and the position of the last one. */
export type ReadRows = (
  table: ArchivedTable,
  after: string | null,
) => Promise<{ rows: readonly Row[]; next: string | null }>;

interface TableFormat {
  ending: string;
  start(table: ArchivedTable): string;
  /** @param isFirst whether no row was written before these */
  rows(table: ArchivedTable, rows: readonly Row[], isFirst: boolean): string;
  end: string;
}

const jsonFormat: TableFormat = {
  ending: 'json',
  start: () => '[',
  rows: (_table, rows, isFirst) =>
    rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  end: '\n]\n',
};

const csvFormat: TableFormat = {
  ending: 'csv',
  start: ({ columns }) => `${byteOrderMark}${csvLine(columns)}`,
  rows: ({ columns }, rows) =>
    rows.map((row) => csvLine(columns.map((column) => csvValue(row[column])))).join(''),
  end: '',
};

function csvValue(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

/** The JSON file and the CSV file of a table. */
export function tableSources(table: ArchivedTable, readRows: ReadRows): ArchiveSource[] {
  return [jsonFormat, csvFormat].map((format) => tableSource(table, format, readRows));
}

function tableSource(table: ArchivedTable, format: TableFormat, readRows: ReadRows): ArchiveSource {
  const name = `${table.file}.${format.ending}`;
  return {
    name,
    async step(position) {
      const isFirst = position === null;
      const { rows, next } = await readRows(table, position);
      const text = [
        isFirst ? format.start(table) : '',
        format.rows(table, rows, isFirst),
        next === null ? format.end : '',
      ].join('');
      const pieces: ArchivePiece[] = [{ write: Buffer.from(text) }];
      if (isFirst) pieces.unshift({ begin: name });
      if (next === null) pieces.push({ end: true });
      return { pieces, next };
    },
  };
}
