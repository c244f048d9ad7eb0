export type { SyncDeps } from './deps.ts';
export {
  enqueueSync,
  sweepDueListings,
  sweepJob,
  syncJobs,
  syncListingJob,
  wipeShortLivedJob,
  wipeUnconfirmedJob,
} from './jobs.ts';
export { presentRun } from './present.ts';
export { listLastRuns } from './queries.ts';
export { syncRoutes } from './routes.ts';
