export type { ReviewsDeps } from './deps.ts';
export {
  addImported,
  changeImported,
  countImported,
  type DateSpan,
  deleteImported,
  type ImportedChange,
  type ImportedReview,
  type ImportPlace,
} from './imported.ts';
export { dropImportedTwins, markTwins } from './imported-twins.ts';
export { changedAt, storeReviews, storingReviews } from './ingest.ts';
export { judgeImported } from './judge-imported.ts';
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
export { sumByListing, sumReviews } from './queries.ts';
export {
  isRecounting,
  recountJob,
  recountJobs,
  recountSweepJob,
  requestRecount,
} from './recount.ts';
export { replyJob, replyJobs, replySweepJob } from './reply-jobs.ts';
export { listReviews } from './reviews.ts';
export { reviewRoutes } from './routes.ts';
export type { Connectors } from './unanswered.ts';
