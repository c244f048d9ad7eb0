/** The import settings while they are edited, and whether they are complete. */
import type { ImportDetail, ImportSettings } from '@kindling/contract/imports';

export type DraftSettings = NonNullable<ImportDetail['settings']>;

/** Null while the location is missing, which every request needs. */
export function toImportSettings(draft: DraftSettings): ImportSettings | null {
  return draft.locationId === null ? null : { ...draft, locationId: draft.locationId };
}

/** True while the order of day and month is ambiguous and not chosen. */
export function needsDateOrder(detail: ImportDetail, draft: DraftSettings): boolean {
  const dates = draft.mapping.date === null ? null : detail.columns[draft.mapping.date]?.dates;
  return draft.dateOrder === null && (dates === 'ask' || dates === 'mixed');
}

/** Whether a mapped column holds relative dates ("3 weeks ago"), which need a reference day. */
export function hasRelativeDates(detail: ImportDetail, { mapping }: DraftSettings): boolean {
  return [mapping.date, mapping.replyDate].some(
    (column) => column !== null && detail.columns[column]?.relative === true,
  );
}

/** True while no row can get a date, neither from the file nor from the settings. */
export function needsDay(detail: ImportDetail, draft: DraftSettings): boolean {
  if (detail.kind === 'archive') return false;
  const { date } = draft.mapping;
  if (date === null) return draft.oneDate === null;
  return detail.columns[date]?.relative === true && draft.asOf === null;
}

/** Columns with content that are not mapped to a field. */
export function findUnmappedColumns(
  detail: ImportDetail,
  mapping: Record<string, number | null>,
): { column: ImportDetail['columns'][number]; index: number }[] {
  const used = new Set(Object.values(mapping));
  return detail.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => column.example !== '' && !used.has(index));
}

export function isComplete(detail: ImportDetail, draft: DraftSettings): boolean {
  if (draft.locationId === null) return false;
  if (detail.kind === 'archive') return true;
  const { date, rating, text } = draft.mapping;
  const dated = date === null ? draft.oneDate !== null : !needsDateOrder(detail, draft);
  if (hasRelativeDates(detail, draft) && draft.asOf === null) return false;
  return dated && (rating !== null || text !== null);
}
