export { compareImported } from './compare-imported.ts';
export type { ReviewsDeps } from './deps.ts';
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
export { moveReviewsToLocation } from './move-reviews.ts';
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
export { sumByListing, sumReviews } from './queries.ts';
export {
  enqueueRecount,
  isRecounting,
  recountJob,
  recountJobs,
  recountSweepJob,
} from './recount.ts';
export { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
export { listReviews } from './reviews.ts';
export { reviewRoutes } from './routes.ts';
export type { Connectors } from './unanswered.ts';
