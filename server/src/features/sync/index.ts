export type { SyncDeps } from './deps.ts';
export { enqueueSync, maxListingsPerSweep, sweepDueListings, syncListingJob } from './jobs.ts';
export { findLastSuccess, listLastRuns, markRunPaused } from './queries.ts';
export { deleteExpiredContent } from './retention.ts';
export { requestSync } from './sync.ts';
