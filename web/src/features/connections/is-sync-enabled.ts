import type { Connection, Listing } from '@kindling/contract/connections';

/** Whether the listing is synced at the moment. */
export function isSyncEnabled(connection: Connection, listing: Listing): boolean {
  return (
    connection.status === 'active' &&
    !listing.paused &&
    !isPausedByOperator(connection, listing) &&
    listing.state !== 'gone'
  );
}

/** Whether the operator pauses the listing or its platform. */
function isPausedByOperator(connection: Connection, listing: Listing): boolean {
  return connection.pausedByOperatorSince !== null || listing.pausedByOperatorSince !== null;
}
