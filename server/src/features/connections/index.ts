export { finishAuthorisation, startAuthorisation } from './authorise.ts';
export { chooseListings, listAvailable } from './connections.ts';
export type { ConnectionsDeps, ConnectionTrouble, OnConnectionTrouble } from './deps.ts';
export { eraseConnection } from './erase.ts';
export { failureCode } from './failures.ts';
export { connectionJobs, deleteDueJob, lookAgainJob } from './jobs.ts';
export { forgetFigures } from './listing-changes-queries.ts';
export {
  acceptRemovals,
  claimListing,
  clearLeases,
  findListingRow,
  holding,
  keepLease,
  type ListingRow,
  listDueListings,
  listListingRows,
  type Release,
  releaseListing,
  requestFullPass,
  requestRun,
} from './listing-queries.ts';
export { createPace, type Pace, type Urgency } from './pace.ts';
export { findConnection, listConnectionRows } from './queries.ts';
export { connectorOf, recordFailure } from './reach.ts';
export { connectionRoutes, mountConnectCallback } from './routes.ts';
export { createTokenKeeper, type TokenKeeper } from './tokens.ts';
export { revokeJob, withdrawAllGrants } from './withdraw.ts';
