import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import type { ChildWorker } from '../../lib/child-worker.ts';

/** Members who have just lost locations that are deleted in this transaction, and who deletes them. */
export interface LostLocations {
  accountId: string;
  accountName: string;
  actorId: string;
  memberIds: readonly string[];
}

/** A business, or one of its locations, that is about to be deleted. */
export type RemovedPlace = { accountId: string } & ({ businessId: string } | { locationId: string });

/** A business that has just got another name. */
export interface RenamedBusiness {
  accountId: string;
  businessId: string;
  formerName: string;
  name: string;
}

export interface LogoDeps {
  db: Database;
  /** Reads pictures outside of the event loop. */
  logoReader: ChildWorker;
}

export interface BusinessDeps extends LogoDeps {
  /** Called in the transaction that makes the business and its first location. */
  onBusinessAdded(
    trx: Transaction<DB>,
    accountId: string,
    business: { id: string; name: string },
  ): Promise<void>;
  /** Called in the transaction that renames the business. */
  onBusinessRenamed(trx: Transaction<DB>, renamed: RenamedBusiness): Promise<void>;
  /** Called in the transaction of the deletion, and before it. */
  onPlaceRemoved(trx: Transaction<DB>, place: RemovedPlace): Promise<void>;
  /** Tells the members, in the transaction of the deletion, which holds the lock of the account. */
  onLocationsLost(trx: Transaction<DB>, lost: LostLocations): Promise<void>;
}
