export { finishAuthorisation, startAuthorisation } from './authorise.ts';
export { chooseListings, connectorOf, listAvailable, recordFailure } from './connections.ts';
export type { ConnectionsDeps, ConnectionTrouble, OnConnectionTrouble } from './deps.ts';
export { eraseConnection } from './erase.ts';
export { failureCode } from './failures.ts';
export { connectionJobs, revokeJob } from './jobs.ts';
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
} from './listing-queries.ts';
export { createPace, type Pace, type Urgency } from './pace.ts';
export { findConnection, listConnectionRows } from './queries.ts';
export { connectionRoutes, mountConnectCallback } from './routes.ts';
export { createTokenKeeper, type TokenKeeper } from './tokens.ts';
export { withdrawAllGrants } from './withdraw.ts';
