export { finishAuthorisation, startAuthorisation } from './authorise.ts';
export { chooseListings, connectorOf, listAvailable, recordFailure } from './connections.ts';
export type { ConnectionsDeps, ConnectionTrouble, OnConnectionTrouble } from './deps.ts';
export { failureCode } from './failures.ts';
export { connectionJobs, revokeJob } from './jobs.ts';
export {
  claimListing,
  clearLeases,
  findListingRow,
  keepLease,
  type ListingRow,
  listDueListings,
  listListingRows,
  releaseListing,
  updatePlatformFigures,
} from './listing-queries.ts';
export { findConnection, listConnectionRows } from './queries.ts';
export { connectionRoutes, mountConnectCallback } from './routes.ts';
export { createTokenKeeper, type TokenKeeper } from './tokens.ts';
export { withdrawAllGrants } from './withdraw.ts';
