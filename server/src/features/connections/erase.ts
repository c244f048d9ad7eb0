import { inTenant } from '../../db/transaction.ts';
import { audit } from '../identity/index.ts';
import type { ConnectionsDeps } from './deps.ts';
import { deleteConnection, findConnection } from './queries.ts';

/** Longer than the deletion can take: a statement has 30 s. */
const afterDeletionSeconds = 90;

/**
 * Deletes a connection and all that came from it at once, because the person who made it asked their platform for
 * that. The authorisation ended there, so the platform is not called any more. Safe to repeat.
 */
export async function eraseConnection(
  deps: Pick<ConnectionsDeps, 'db' | 'onContentRemoved'>,
  accountId: string,
  connectionId: string,
): Promise<void> {
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) return;
  // Asked for before the deletion too, for later: a process that dies right after it would leave embeds as they were.
  await deps.onContentRemoved(accountId, afterDeletionSeconds);
  await inTenant(deps.db, accountId, async (trx) => {
    await deleteConnection(trx, accountId, connectionId);
    await audit(trx, {
      accountId,
      userId: null,
      action: 'connection.removed',
      target: connectionId,
      details: { platform: connection.platform, askedAt: 'platform' },
    });
  });
  await deps.onContentRemoved(accountId);
}
