export type { ReviewsDeps } from './deps.ts';
export {
  addImported,
  changeImported,
  countImported,
  deleteImported,
  dropImportedTwins,
  type ImportedReview,
  type ImportPlace,
  judgeImported,
} from './imported.ts';
export { changedAt, storeReviews, storingReviews } from './ingest.ts';
export { moveReviews } from './move.ts';
export {
  type AbsentReview,
  countShown,
  deleteReviews,
  deleteUnconfirmed,
  markMissing,
  markRemoved,
  markThere,
  wipeUnconfirmed,
} from './presence.ts';
export { presentAttribution } from './present.ts';
export { sumByListing } from './queries.ts';
export {
  isRecounting,
  recountJob,
  recountJobs,
  recountSweepJob,
  requestRecount,
} from './recount.ts';
export { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
export { listReviews, reviewFigures } from './reviews.ts';
export { reviewRoutes } from './routes.ts';
