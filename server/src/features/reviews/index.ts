export { compareImported } from './compare-imported.ts';
export { reviewAdded, reviewEdited, reviewEvents, reviewRestored } from './events.ts';
export {
  countNotExportable,
  type ExportedRow,
  listExportRows,
  listNotExportable,
} from './export-queries.ts';
export {
  deleteFirstPartyReview,
  type FirstPartyReview,
  holdFirstPartyReview,
  storeFirstPartyReview,
  withdrawFirstPartyReview,
} from './first-party.ts';
export { deleteImportedDuplicates, markAsImportMatch } from './import-duplicates.ts';
export {
  countImportedReviews,
  type DateSpan,
  deleteImportedReviews,
  type ImportedReview,
  type ImportedUpdate,
  type ImportTarget,
  insertImportedReviews,
  updateImportedReviews,
} from './imported-reviews.ts';
export { lastChangedAt, upsertReviews, upsertReviewsSql } from './ingest.ts';
export { getMarket, isHidden, mayHideByRating } from './market.ts';
export {
  type AbsentReview,
  countShownReviews,
  deleteReviews,
  deleteUnconfirmed,
  markMissing,
  markPresent,
  markRemoved,
  wipeUnconfirmed,
} from './presence.ts';
export { presentAttribution, presentOwnReview } from './present.ts';
export { sumReviews } from './queries.ts';
export { isRecounting } from './recount.ts';
export { assertValidDays, listReviews } from './reviews.ts';
export type { Connectors } from './unanswered.ts';
