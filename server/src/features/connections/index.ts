export { finishAuthorization, startAuthorization } from './authorize.ts';
export { chooseListings, listAvailable } from './choose-listings.ts';
export { connectorOf, recordConnectionFailure } from './connection-access.ts';
export { closeConnections } from './deletion-queries.ts';
export { deleteDueContent, disconnectAgain } from './disconnect.ts';
export { eraseConnection } from './erase.ts';
export { connectionTrouble, listingEvents } from './events.ts';
export { failureCode } from './failures.ts';
export {
  changeListing,
  clearStalePlatformFigures,
  pauseListing,
  resumeListing,
} from './listing-changes-queries.ts';
export {
  acceptRemovals,
  claimListing,
  findListingRow,
  type ListingRelease,
  type ListingRow,
  leaseHolderCte,
  listDueListings,
  listListingRows,
  releaseListing,
  renewLease,
  requestFullPass,
  requestManualSync,
} from './listing-queries.ts';
export { findConnection, listConnectionRows } from './queries.ts';
export {
  type CallPriority,
  createPlatformRateLimiter,
  listRateLimits,
  type PlatformRateLimiter,
  type RateLimitState,
  SyncPausedError,
} from './rate-limiter.ts';
export { isArchived, isPaused, isPlatformPaused, isReadable } from './readable.ts';
export { revokeGrantJob } from './revoke-grants.ts';
export {
  type ChosenSyncSettings,
  effectiveSyncSettings,
  findListingSyncSettings,
  intervalMinutesOf,
  listSyncSettings,
  readSyncSettings,
  type StoredSyncSettings,
  type SyncSettings,
  saveSyncSettings,
  setSyncPause,
} from './sync-settings.ts';
export { createTokenStore, sealContext, type TokenStore } from './tokens.ts';
