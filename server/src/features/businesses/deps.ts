import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';

/** Members who have just lost locations that are deleted in this transaction, and who deletes them. */
export interface LostLocations {
  accountId: string;
  accountName: string;
  actorId: string;
  memberIds: readonly string[];
}

export interface BusinessDeps {
  db: Database;
  /** Tells the members, in the transaction of the deletion, which holds the lock of the account. */
  onLocationsLost(trx: Transaction<DB>, lost: LostLocations): Promise<void>;
}
