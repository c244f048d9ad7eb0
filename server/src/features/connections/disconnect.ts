/** Ending a connection: reading stops at once; what was read goes at once, or in some days. */
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { audit } from '../identity/index.ts';
import { listConnectionsToDelete, markDisconnected } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { eraseConnection } from './erase.ts';
import { revokeListingLeases } from './listing-changes-queries.ts';
import { findConnection, lockConnection } from './queries.ts';
import { requestGrantRevocation } from './revoke-grants.ts';

/** decisions.md section 4: content is deleted within seven days. */
const contentRetentionDays = 7;
const batchSize = 100;

/**
 * Stops reading at once; the authorisation is withdrawn at the platform by a job that repeats until the platform has
 * heard it. What came from there is deleted at once (`now`), or after seven days in which connecting again takes
 * everything back (`later`).
 * @throws AppError `not-found`.
 */
export async function disconnect(
  deps: ConnectionsDeps,
  user: SignedInUser,
  connectionId: string,
  content: 'now' | 'later',
): Promise<void> {
  const { accountId, userId } = user;
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) throw notFound();
  await requestGrantRevocation(deps, accountId, connection);
  // What is read openly may not outlive the day anyway.
  if (content === 'now' || connection.connector !== connection.platform) {
    await eraseConnection(deps, accountId, connectionId, { userId, because: 'asked' });
    return;
  }
  const listings = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockConnection(trx, accountId, connectionId);
    // Asking again does not give it more time.
    if (row === null || row.status === 'disconnected') return [];
    await markDisconnected(trx, accountId, connectionId, contentRetentionDays);
    await audit(trx, {
      accountId,
      userId,
      action: 'connection.disconnected',
      target: connectionId,
      details: { platform: row.platform },
    });
    return revokeListingLeases(trx, accountId, connectionId);
  });
  // Runs that were under way find that they are over.
  for (const listingId of listings) await deps.requestListingSync(accountId, listingId);
}

/** Deletes what was disconnected long enough ago. Safe to repeat, and by two at once. */
export async function deleteDueContent(
  deps: Pick<ConnectionsDeps, 'db' | 'onContentRemoved' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await inSystem(deps.db, (trx) => listConnectionsToDelete(trx, batchSize));
    for (const { account_id, id } of due) {
      signal.throwIfAborted();
      await eraseConnection(deps, account_id, id, { userId: null, because: 'time', onlyDue: true });
    }
    if (due.length > 0)
      deps.log.info({ connections: due.length }, 'Content of disconnected platforms is deleted');
    if (due.length < batchSize) return;
  }
}
