import { type Connection, connectionStatusSchema, type Listing } from '@kindling/contract/connections';
import { platformSchema } from '@kindling/contract/platforms';
import type { SyncRun } from '@kindling/contract/sync';
import type { ListingRow } from './listing-queries.ts';
import type { ConnectionRow } from './queries.ts';

export type ListingDetails = Map<string, { storedCount: number; lastRun: SyncRun | null }>;

export function presentConnection(
  row: ConnectionRow,
  listings: ListingRow[],
  details: ListingDetails,
): Connection {
  return {
    id: row.id,
    platform: platformSchema.parse(row.platform),
    displayName: row.display_name,
    status: connectionStatusSchema.parse(row.status),
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    listings: listings
      .filter((listing) => listing.connection_id === row.id)
      .map((listing) => presentListing(listing, details)),
  };
}

function presentListing(row: ListingRow, details: ListingDetails): Listing {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    locationId: row.location_id,
    mapsUrl: row.maps_url,
    writeReviewUrl: row.write_review_url,
    platformAverage: row.platform_average === null ? null : Number(row.platform_average),
    platformCount: row.platform_count,
    storedCount: details.get(row.id)?.storedCount ?? 0,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    nextSyncAt: row.paused ? null : row.next_sync_at.toISOString(),
    lastRun: details.get(row.id)?.lastRun ?? null,
  };
}
