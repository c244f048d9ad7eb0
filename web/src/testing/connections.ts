/** For component tests only: a connection with one listing, and a sync run. */
import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';

const listingId = '0199f000-0000-7000-8000-000000000011';

export function makeRun(changes: Partial<SyncRun> = {}): SyncRun {
  return {
    id: '0199f000-0000-7000-8000-000000000021',
    listingId,
    trigger: 'manual',
    kind: 'full',
    outcome: 'running',
    startedAt: new Date().toISOString(),
    finishedAt: null,
    seen: 0,
    expected: null,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    restored: 0,
    skipped: 0,
    requests: 1,
    error: null,
    nextTryAt: null,
    ...changes,
  };
}

export function makeListing(changes: Partial<Listing> = {}): Listing {
  return {
    id: listingId,
    name: 'Salt Quay Bakery',
    address: null,
    locationId: '0199f000-0000-7000-8000-000000000012',
    mapsUrl: null,
    writeReviewUrl: null,
    platformAverage: 4.5,
    platformCount: 0,
    storedCount: 0,
    state: 'ok',
    paused: false,
    pausedByOperatorSince: null,
    syncIntervalMinutes: 360,
    lastSuccessAt: null,
    lastFullPassAt: null,
    nextFullPassAt: null,
    nextSyncAt: null,
    pendingRemovals: null,
    lastRun: null,
    ...changes,
  };
}

export function makeConnection(changes: Partial<Connection> = {}): Connection {
  return {
    id: '0199f000-0000-7000-8000-000000000010',
    platform: 'google',
    access: 'oauth',
    displayName: 'ines@saltquay.example',
    status: 'active',
    reason: null,
    statusSince: new Date().toISOString(),
    createdAt: new Date().toISOString(),
    deleteContentAt: null,
    waitingUntil: null,
    pausedByOperatorSince: null,
    fastestIntervalMinutes: 60,
    listings: [makeListing()],
    ...changes,
  };
}
