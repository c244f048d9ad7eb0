import { type Connection, connectionStatusSchema, type Listing, listingStateSchema } from '@kindling/contract/connections';
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
    statusSince: row.status_since.toISOString(),
    deleteContentAt: row.delete_content_at?.toISOString() ?? null,
    waitingUntil: null,
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
    state: listingStateSchema.parse(row.state),
    paused: row.paused,
    syncIntervalMinutes: row.sync_interval_minutes,
    lastFullPassAt: row.last_full_pass_at?.toISOString() ?? null,
    heldBack:
      row.held_back_count === null || row.held_back_since === null
        ? null
        : { count: row.held_back_count, since: row.held_back_since.toISOString() },
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    nextSyncAt: row.paused ? null : row.next_sync_at.toISOString(),
    lastRun: details.get(row.id)?.lastRun ?? null,
  };
}
