/** Deleting a connection with all that came from it. */
import { platformSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { audit } from '../identity/index.ts';
import {
  deleteDueConnection,
  holdDueListing,
  lockAccountForDeletion,
  markDisconnected,
} from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { revokeListingLeases } from './listing-changes-queries.ts';
import { lockConnection } from './queries.ts';

export type EraseDeps = Pick<ConnectionsDeps, 'db' | 'deleteReviewsOfListing'>;

/**
 * Deletes a connection and all its content without calling the platform: the reviews, which can be very many, page by page. With
 * `onlyDue` it deletes only what is due. Where somebody connects again meanwhile it ends, and keeps the connection, whose next sync reads the
 * reviews again; so it does with a listing that another connection takes over. Safe to repeat: where it is cut off, the connection is disconnected and due.
 */
export async function eraseConnection(
  deps: EraseDeps,
  accountId: string,
  connectionId: string,
  by: { userId?: string | null; because: 'asked' | 'asked-at-platform' | 'time'; onlyDue?: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const { userId = null, because, onlyDue = false } = by;
  const closed = await inTenant(deps.db, accountId, async (trx) => {
    const connection = await lockConnection(trx, accountId, connectionId, onlyDue);
    if (connection === null) return null;
    // No sync adds reviews from here on, and the hourly deletion goes on after a crash. What is due is disconnected already.
    if (!onlyDue) await markDisconnected(trx, accountId, connectionId, 0);
    return { connection, listingIds: await revokeListingLeases(trx, accountId, connectionId) };
  });
  if (closed === null) return;
  for (const listingId of closed.listingIds) {
    const goesOn = (trx: Transaction<DB>) => holdDueListing(trx, accountId, connectionId, listingId);
    await deps.deleteReviewsOfListing(accountId, listingId, { goesOn, signal });
  }
  await inTenant(deps.db, accountId, async (trx) => {
    await lockAccountForDeletion(trx, accountId);
    if (!(await deleteDueConnection(trx, accountId, connectionId))) return;
    await audit(trx, {
      accountId,
      userId,
      action: 'connection.removed',
      target: connectionId,
      details: { platform: platformSchema.parse(closed.connection.platform), because },
    });
  });
}
