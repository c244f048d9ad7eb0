/** Deleting a connection with all that came from it. */
import { inTenant } from '../../db/transaction.ts';
import { audit } from '../identity/index.ts';
import { deleteConnection } from './deletion-queries.ts';
import type { ConnectionsDeps } from './deps.ts';
import { findConnection } from './queries.ts';

/** Longer than the deletion can take: a statement has 30 s. */
const deletionTimeoutSeconds = 90;

type Deps = Pick<ConnectionsDeps, 'db' | 'onContentRemoved'>;

/** Deletes what `remove` deletes, and lets whoever shows reviews know of it. */
export async function removeContent(
  deps: Deps,
  accountId: string,
  remove: () => Promise<boolean>,
): Promise<void> {
  // Asked for before the deletion too, for later: a process that dies right after it would leave embeds as they were.
  await deps.onContentRemoved(accountId, deletionTimeoutSeconds);
  if (await remove()) await deps.onContentRemoved(accountId);
}

/**
 * Deletes a connection and all that came from it at once; the platform is not called. With `onlyDue` it does so when
 * the connection's time has come, and not when somebody has connected it again meanwhile. Safe to repeat.
 */
export async function eraseConnection(
  deps: Deps,
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
  await removeContent(deps, accountId, () =>
    inTenant(deps.db, accountId, async (trx) => {
      if (!(await deleteConnection(trx, accountId, connectionId, by.onlyDue ?? false))) return false;
      await audit(trx, {
        accountId,
        userId: by.userId,
        action: 'connection.removed',
        target: connectionId,
        details: { platform: connection.platform, because: by.because },
      });
      return true;
    }),
  );
}
