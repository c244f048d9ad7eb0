import {
  type Import,
  type ImportDetail,
  type ImportPreview,
  type ImportSettings,
  importStates,
} from '@kindling/contract/imports';
import { sourceSchema } from '@kindling/contract/platforms';
import { toStorableText } from '../../lib/storable-text.ts';
import { toLocal } from '../../lib/time-zones.ts';
import type { FaultRow } from './fault-queries.ts';
import type { ArchiveLayout, Layout } from './layout.ts';
import type { ImportRow } from './queries.ts';
import type { ReviewRow } from './rows.ts';
import type { RowFault } from './table-review.ts';

export function presentImport(row: ImportRow): Import {
  const source = sourceSchema.safeParse(row.source);
  return {
    id: row.id,
    state: importStates.find((state) => state === row.state) ?? 'failed',
    kind: row.kind === 'table' || row.kind === 'archive' ? row.kind : null,
    fileNames: row.files.map((file) => file.name),
    bytes: row.files.reduce((sum, file) => sum + file.bytes, 0),
    locationId: row.location_id,
    locationName: row.location_name,
    source: source.success ? source.data : null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    finishedAt: row.finished_at?.toISOString() ?? null,
    rows: row.rows,
    done: row.done,
    added: row.added,
    unchanged: row.unchanged,
    changed: row.changed,
    invalid: row.invalid,
    problem: row.problem,
    problemLine: row.problem_line,
  };
}

export type GuessedSettings = Omit<ImportSettings, 'locationId'> & { locationId: string | null };

/** An older modification time is wrong: clocks that were never set start at 1970 or 1980. */
const minModifiedTime = Date.UTC(2005, 0, 1);

/**
 * @param guess The owner's settings, or guessed ones.
 * @param timeZone The account's.
 * @param now Milliseconds since 1970.
 */
export function presentDetail(
  row: ImportRow,
  guess: GuessedSettings | null,
  timeZone: string,
  now: number,
): ImportDetail {
  const { layout } = row;
  const table = layout?.kind === 'table' ? layout : null;
  const sheet = layout?.kind === 'sheet' ? layout : null;
  return {
    ...presentImport(row),
    timeZone,
    modifiedOn: row.kind === 'table' ? modifiedOn(row, timeZone, now) : null,
    encoding: table?.encoding ?? null,
    separator: table?.separator ?? null,
    sheets: sheet?.sheets ?? [],
    sheet: sheet?.sheet ?? null,
    header: (table ?? sheet)?.header ?? null,
    headingLine: (table ?? sheet)?.headingLine ?? null,
    columns: (table ?? sheet)?.columns ?? [],
    settings: guess,
  };
}

function modifiedOn({ files }: ImportRow, timeZone: string, now: number): string | null {
  const at = files[0]?.lastModified ?? 0;
  if (at < minModifiedTime || at > now) return null;
  return new Date(toLocal(at, timeZone)).toISOString().slice(0, 10);
}

const maxValueBytes = 200;

export function toFaultRow(line: number, { column, value, fault }: RowFault, layout: Layout): FaultRow {
  return {
    line,
    column_name: column === null || layout.kind === 'archive' ? null : columnLabel(layout, column),
    value: toStorableText(value, maxValueBytes),
    fault,
  };
}

/** The heading of a column, or its number counted from 1 without a heading. */
function columnLabel(layout: Exclude<Layout, ArchiveLayout>, column: number): string {
  return layout.columns[column]?.name || String(column + 1);
}

export function presentPreview(row: ReviewRow, layout: Layout): ImportPreview {
  if ('fault' in row) {
    const { column_name, value, fault } = toFaultRow(row.line, row.fault, layout);
    return { line: row.line, review: null, fault: { column: column_name, value, fault } };
  }
  if ('duplicate' in row) return { line: row.line, review: null, fault: null };
  const { review } = row;
  return {
    line: row.line,
    review: {
      authorName: review.authorName,
      rating: review.rating,
      recommendation: review.recommendation,
      text: review.text,
      translation: review.translation,
      writtenAt: review.writtenAt.toISOString(),
      writtenDay: review.writtenDay,
      dateBasis: review.dateBasis,
      permalink: review.permalink,
      reply:
        review.reply === null
          ? null
          : { text: review.reply.text, at: review.reply.at?.toISOString() ?? null },
    },
    fault: null,
  };
}
