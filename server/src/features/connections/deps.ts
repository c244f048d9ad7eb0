import type { ConnectorId } from '@kindling/contract/platforms';
import type { SyncRun } from '@kindling/contract/sync';
import type { Limits } from '@kindling/service/limits';
import type { Transaction } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import type { PageOptions } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import type { findOrCreateLocation } from '../businesses/index.ts';
import type { PlatformRateLimiter } from './rate-limiter.ts';
import type { TokenStore } from './tokens.ts';

/** Tells that the first listing gave its business a name, in that transaction. */
export type OnBusinessRenamed = Parameters<typeof findOrCreateLocation>[0]['onBusinessRenamed'];

export type OnListingMoved = (
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  locationId: string,
) => Promise<void>;

export type DeletionOptions = Pick<PageOptions, 'goesOn' | 'signal'>;

/** The dependencies of the slice; module.ts builds them. */
export interface ConnectionsDeps {
  db: Database;
  limits: Limits;
  connectors: ReadonlyMap<ConnectorId, Connector>;
  box: SecretBox;
  tokens: TokenStore;
  queue: Queue;
  publicUrl: string;
  log: Log;
  rateLimiter: PlatformRateLimiter;
  /** Moves the reviews of a listing to another location, in the transaction that moves the listing. */
  onListingMoved: OnListingMoved;
  onBusinessRenamed: OnBusinessRenamed;
  /** Deletes the reviews of a listing page by page; the slice of the reviews is above this one. */
  deleteReviewsOfListing: (accountId: string, listingId: string, options: DeletionOptions) => Promise<void>;
  /** Requests the first sync of newly chosen listings (the sync slice is above this one). */
  requestListingSync: (accountId: string, listingId: string) => Promise<void>;
  /** What the slices above know about each listing: the number of stored reviews and the last run. */
  describeListings: (
    trx: Transaction<DB>,
    accountId: string,
  ) => Promise<Map<string, { storedCount: number; lastRun: SyncRun | null }>>;
}
