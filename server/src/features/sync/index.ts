export type { SyncDeps } from './deps.ts';
export { enqueueSync, sweepDueListings } from './jobs.ts';
export { listLastRuns } from './queries.ts';
export { deleteExpiredContent } from './retention.ts';
