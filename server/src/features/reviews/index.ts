export { compareImported } from './compare-imported.ts';
export { reviewAdded, reviewEdited, reviewEvents, reviewRestored } from './events.ts';
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
export { presentAttribution } from './present.ts';
export { sumReviews } from './queries.ts';
export { isRecounting } from './recount.ts';
export { listReviews } from './reviews.ts';
export { acceptsReplies, type Connectors } from './unanswered.ts';
