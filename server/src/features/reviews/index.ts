export { assignMany, findAssignee } from './assignee.ts';
export { compareImported } from './compare-imported.ts';
export type { ReviewsDeps } from './deps.ts';
export {
  replyPublished,
  replyRefused,
  reviewAdded,
  reviewAssigned,
  reviewEdited,
  reviewEvents,
  reviewLanguageDetected,
  reviewMerged,
  reviewRestored,
} from './events.ts';
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
export { type HidingRules, hideMany, readHidingRules, showMany } from './hiding.ts';
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
export { lockMarks, type MarkedReview, updateTagSets } from './mark-queries.ts';
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
export { getReview } from './replies.ts';
export { getReplySubject, type ReplySubject } from './reply-subject.ts';
export { detectableLanguages, detectLanguage } from './review-language.ts';
export { assertValidDays, listReviewIds, listReviews } from './reviews.ts';
export {
  changeByPerson,
  changeByRules,
  isSameTags,
  replaceTag,
  type TagSets,
} from './tag-sets.ts';
export { acceptsReplies, type Connectors, findReplyListings } from './unanswered.ts';
