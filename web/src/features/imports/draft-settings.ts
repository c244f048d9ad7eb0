/** What the owner has said so far, and whether it is enough. */
import type { ImportDetail, ImportSettings } from '@kindling/contract/imports';

export type DraftSettings = NonNullable<ImportDetail['settings']>;

/** Null while the place is missing: without it nothing can be asked of the server. */
export function toImportSettings(draft: DraftSettings): ImportSettings | null {
  return draft.locationId === null ? null : { ...draft, locationId: draft.locationId };
}

/** True while days and months of the chosen column can be read in two ways and nobody has said which. */
export function needsDateOrder(told: ImportDetail, draft: DraftSettings): boolean {
  const dates = draft.mapping.date === null ? null : told.columns[draft.mapping.date]?.dates;
  return draft.dateOrder === null && (dates === 'ask' || dates === 'mixed');
}

/** True while dates that only count back have no day to count from. */
export function hasRelativeDates(told: ImportDetail, { mapping }: DraftSettings): boolean {
  return [mapping.date, mapping.replyDate].some(
    (column) => column !== null && told.columns[column]?.relative === true,
  );
}

/** True while no row has a day: neither the file nor its owner has told one. */
export function needsDay(told: ImportDetail, draft: DraftSettings): boolean {
  if (told.kind === 'archive') return false;
  const { date } = draft.mapping;
  if (date === null) return draft.oneDate === null;
  return told.columns[date]?.relative === true && draft.asOf === null;
}

/** Columns that hold something and are taken for nothing. */
export function findUnmappedColumns(
  told: ImportDetail,
  mapping: Record<string, number | null>,
): { column: ImportDetail['columns'][number]; index: number }[] {
  const used = new Set(Object.values(mapping));
  return told.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => column.example !== '' && !used.has(index));
}

export function isComplete(told: ImportDetail, draft: DraftSettings): boolean {
  if (draft.locationId === null) return false;
  if (told.kind === 'archive') return true;
  const { date, rating, text } = draft.mapping;
  const dated = date === null ? draft.oneDate !== null : !needsDateOrder(told, draft);
  if (hasRelativeDates(told, draft) && draft.asOf === null) return false;
  return dated && (rating !== null || text !== null);
}
