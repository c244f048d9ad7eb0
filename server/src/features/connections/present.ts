import {
  type Connection,
  connectionStatusSchema,
  type Listing,
  listingStateSchema,
} from '@kindling/contract/connections';
import { platformSchema } from '@kindling/contract/platforms';
import type { SyncRun } from '@kindling/contract/sync';
import type { ListingRow } from './listing-queries.ts';
import type { ConnectionRow } from './queries.ts';
import {
  effectiveSyncSettings,
  intervalMinutesOf,
  type StoredSyncSettings,
  type SyncSettings,
} from './sync-settings.ts';

/** What the other slices know about the listings. */
export interface PresentContext {
  details: Map<string, { storedCount: number; lastRun: SyncRun | null }>;
  /** The end of a connector's pause, by connector id. */
  pauses: ReadonlyMap<string, Date>;
  /** What the operator set, by connector id. */
  settings: ReadonlyMap<string, StoredSyncSettings>;
}

export function presentConnection(
  row: ConnectionRow,
  listings: ListingRow[],
  { details, pauses, settings }: PresentContext,
): Connection {
  const own = effectiveSyncSettings(settings.get(row.connector));
  // Only an active connection makes calls, so only it waits for the end of the pause.
  const waitingUntil = row.status === 'active' ? (pauses.get(row.connector) ?? null) : null;
  return {
    id: row.id,
    platform: platformSchema.parse(row.platform),
    access: row.connector === row.platform ? 'oauth' : 'api-key',
    displayName: row.display_name,
    status: connectionStatusSchema.parse(row.status),
    reason: row.reason,
    statusSince: row.status_since.toISOString(),
    deleteContentAt: row.delete_content_at?.toISOString() ?? null,
    waitingUntil: waitingUntil?.toISOString() ?? null,
    pausedByOperatorSince: own.pausedAt?.toISOString() ?? null,
    fastestIntervalMinutes: own.fastestIntervalMinutes,
    createdAt: row.created_at.toISOString(),
    listings: listings
      .filter((listing) => listing.connection_id === row.id)
      .map((listing) => {
        const next = own.pausedAt === null ? nextSync(listing, row, waitingUntil) : null;
        return presentListing(listing, details, own, next);
      }),
  };
}

/** The time of the listing's next sync; null where the owner must act first. */
function nextSync(listing: ListingRow, connection: ConnectionRow, waitingUntil: Date | null): Date | null {
  if (listing.paused || listing.operator_paused_at !== null || connection.status !== 'active') return null;
  const { next_sync_at } = listing;
  return waitingUntil !== null && waitingUntil > next_sync_at ? waitingUntil : next_sync_at;
}

/** The latest time of the next full pass, when the next sync is at `next`. */
function nextFullPass(listing: ListingRow, next: Date | null, fullPassDays: number): Date | null {
  const { last_full_pass_at, full_pass_requested_at, removals_accepted_at } = listing;
  const asked = full_pass_requested_at !== null || removals_accepted_at !== null;
  if (next === null || last_full_pass_at === null || asked) return next;
  return new Date(Math.max(next.getTime(), last_full_pass_at.getTime() + fullPassDays * 86_400_000));
}

function presentListing(
  row: ListingRow,
  details: PresentContext['details'],
  settings: SyncSettings,
  next: Date | null,
): Listing {
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
    pausedByOperatorSince: row.operator_paused_at?.toISOString() ?? null,
    syncIntervalMinutes: intervalMinutesOf(row, settings),
    lastFullPassAt: row.last_full_pass_at?.toISOString() ?? null,
    nextFullPassAt: nextFullPass(row, next, settings.fullPassDays)?.toISOString() ?? null,
    pendingRemovals:
      row.pending_removals_count === null || row.pending_removals_since === null
        ? null
        : { count: row.pending_removals_count, since: row.pending_removals_since.toISOString() },
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    nextSyncAt: next?.toISOString() ?? null,
    lastRun: details.get(row.id)?.lastRun ?? null,
  };
}
