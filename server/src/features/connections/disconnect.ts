/** Disconnecting: syncs stop at once; the content is deleted at once or after seven days. */
import { platformSchema } from '@kindling/contract/platforms';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { audit } from '../identity/index.ts';
import { listConnectionsToDelete, markDisconnected } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { type EraseDeps, eraseConnection } from './erase.ts';
import { revokeListingLeases } from './listing-changes-queries.ts';
import { findConnection, lockConnection } from './queries.ts';
import { requestGrantRevocation } from './revoke-grants.ts';

/** Content of a disconnected platform is deleted within seven days. */
const contentRetentionDays = 7;
const batchSize = 100;

/**
 * Stops syncs at once; a job revokes the grant at the platform and retries until the platform answers. The content is
 * deleted at once (`now`), or after seven days in which connecting again keeps it (`later`).
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
  // Places API content must not be stored after disconnecting.
  if (content === 'now' || connection.connector !== connection.platform) {
    await eraseConnection(deps, accountId, connectionId, { userId, because: 'asked' });
    return;
  }
  const listings = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockConnection(trx, accountId, connectionId);
    // A repeated request does not postpone the deletion.
    if (row === null || row.status === 'disconnected') return [];
    await markDisconnected(trx, accountId, connectionId, contentRetentionDays);
    await audit(trx, {
      accountId,
      userId,
      action: 'connection.disconnected',
      target: connectionId,
      details: { platform: platformSchema.parse(row.platform) },
    });
    return revokeListingLeases(trx, accountId, connectionId);
  });
  // Running syncs have lost their lease and end.
  for (const listingId of listings) await deps.requestListingSync(accountId, listingId);
}

/**
 * Repeats a disconnection that a restored backup does not know: as {@link disconnect} with `later`, counted from then.
 * Without an effect for a connection that is unknown or disconnected.
 */
export async function disconnectAgain(
  deps: Pick<ConnectionsDeps, 'db' | 'queue'>,
  accountId: string,
  connectionId: string,
  since: Date,
): Promise<void> {
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null || connection.status === 'disconnected') return;
  await requestGrantRevocation(deps, accountId, connection);
  await inTenant(deps.db, accountId, async (trx) => {
    const left = contentRetentionDays - (Date.now() - since.getTime()) / 86_400_000;
    await markDisconnected(trx, accountId, connectionId, Math.max(0, left));
    await revokeListingLeases(trx, accountId, connectionId);
  });
}

/**
 * Deletes the content of connections whose time has come. Safe to repeat and to run twice at once. One that fails does not hold up the
 * others.
 * @throws the last failure, so that the job is retried
 */
export async function deleteDueContent(
  deps: EraseDeps & Pick<ConnectionsDeps, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    let failure: unknown = null;
    const due = await inSystem(deps.db, (trx) => listConnectionsToDelete(trx, batchSize));
    for (const { account_id, id } of due)
      try {
        await eraseConnection(deps, account_id, id, { because: 'time', onlyDue: true }, signal);
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
      }
    if (failure !== null) throw failure;
    if (due.length > 0)
      deps.log.info({ connections: due.length }, 'Content of disconnected platforms is deleted');
    if (due.length < batchSize) return;
  }
}
