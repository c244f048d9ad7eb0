/** What the owner has said so far, and whether it is enough. */
import type { ImportDetail, ImportSettings } from '@kindling/contract/imports';

export type Draft = NonNullable<ImportDetail['settings']>;

/** Null while the place is missing: without it nothing can be asked of the server. */
export function toSettings(draft: Draft): ImportSettings | null {
  return draft.locationId === null ? null : { ...draft, locationId: draft.locationId };
}

/** True while days and months of the chosen column can be read in two ways and nobody has said which. */
export function asksForOrder(told: ImportDetail, draft: Draft): boolean {
  const dates = draft.mapping.date === null ? null : told.columns[draft.mapping.date]?.dates;
  return draft.dateOrder === null && (dates === 'ask' || dates === 'mixed');
}

export function isComplete(told: ImportDetail, draft: Draft): boolean {
  if (draft.locationId === null) return false;
  if (told.kind === 'archive') return true;
  const { date, rating, text } = draft.mapping;
  return date !== null && (rating !== null || text !== null) && !asksForOrder(told, draft);
}
