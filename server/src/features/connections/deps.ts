import type { ConnectionStatus } from '@kindling/contract/constants';
import type { ConnectorId, Platform } from '@kindling/contract/platforms';
import type { SyncRun } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import type { PlatformRateLimiter } from './rate-limiter.ts';
import type { TokenStore } from './tokens.ts';

/** A connection that has just fallen into a lasting trouble; `status` says which. */
export interface ConnectionTrouble {
  platform: Platform;
  /** The connected account's name at the platform. */
  displayName: string;
  /** Locations of its listings. */
  locationIds: readonly string[];
  status: ConnectionStatus;
}

export type OnConnectionTrouble = (
  trx: Transaction<DB>,
  accountId: string,
  trouble: ConnectionTrouble,
) => Promise<void>;

export type OnListingMoved = (
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  locationId: string,
) => Promise<void>;

/** What the slice works with; module.ts builds it. */
export interface ConnectionsDeps {
  db: Database;
  connectors: ReadonlyMap<ConnectorId, Connector>;
  box: SecretBox;
  tokens: TokenStore;
  queue: Queue;
  publicUrl: string;
  log: Log;
  /** Told once when a connection that worked no longer does, in the transaction that notes it. */
  onConnectionTrouble: OnConnectionTrouble;
  rateLimiter: PlatformRateLimiter;
  /** Lets the reviews of a listing follow it to another location, in the transaction that moves it. */
  onListingMoved: OnListingMoved;
  /** Asks for the first sync of freshly chosen listings (the sync slice lies above this one). */
  requestListingSync: (accountId: string, listingId: string) => Promise<void>;
  /** What the slices above know of each listing: how many reviews we hold and how its last run went. */
  describeListings: (
    trx: Transaction<DB>,
    accountId: string,
  ) => Promise<Map<string, { storedCount: number; lastRun: SyncRun | null }>>;
  /** Tells whoever shows reviews that some are gone, or will be after so many seconds. */
  onContentRemoved: (accountId: string, afterSeconds?: number) => Promise<void>;
}
