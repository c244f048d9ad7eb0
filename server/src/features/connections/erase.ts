/** Deleting a connection with all that came from it. */
import { platformSchema } from '@kindling/contract/platforms';
import { inTenant } from '../../db/transaction.ts';
import { audit } from '../identity/index.ts';
import { deleteConnection } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { findConnection } from './queries.ts';

/**
 * Deletes a connection and all its content without calling the platform. With `onlyDue` it deletes only what is due, and
 * nothing when somebody has connected again meanwhile. Safe to repeat.
 */
export async function eraseConnection(
  deps: Pick<ConnectionsDeps, 'db'>,
  accountId: string,
  connectionId: string,
  by: { userId: string | null; because: 'asked' | 'asked-at-platform' | 'time'; onlyDue?: boolean } = {
    userId: null,
    because: 'asked-at-platform',
  },
): Promise<void> {
  const connection = await inTenant(deps.db, accountId, (trx) =>
    findConnection(trx, accountId, connectionId),
  );
  if (connection === null) return;
  await inTenant(deps.db, accountId, async (trx) => {
    if (!(await deleteConnection(trx, accountId, connectionId, by.onlyDue ?? false))) return;
    await audit(trx, {
      accountId,
      userId: by.userId,
      action: 'connection.removed',
      target: connectionId,
      details: { platform: platformSchema.parse(connection.platform), because: by.because },
    });
  });
}
