export type { SyncDeps } from './deps.ts';
export {
  requestSync,
  sweepDueListings,
  sweepJob,
  syncJobs,
  syncListingJob,
  wipeJob,
  wipeSoonJob,
} from './jobs.ts';
export { presentRun } from './present.ts';
export { listLastRuns } from './queries.ts';
export { syncRoutes } from './routes.ts';
