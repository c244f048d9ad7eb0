import type { Platform } from '@kindling/contract/platforms';
import type { PersonRequest } from '../../connectors/kit/webhooks.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { recordConnectionFailure } from '../connections/index.ts';
import { audit } from '../identity/index.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { listConnectionsToDeauthorize } from './queries.ts';

/**
 * A person removed the app at the platform, so their tokens no longer work. Marks their connections and notifies each
 * account once; deletes nothing. A connection that was authorized again after the request is not changed.
 */
export async function handleDeauthorization(
  deps: PlatformWebhooksDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<void> {
  const rows = await inSystem(deps.db, (trx) => listConnectionsToDeauthorize(trx, platform, person));
  for (const { accountId, connectionId } of rows)
    await inTenant(deps.db, accountId, async (trx) => {
      if (!(await recordConnectionFailure(trx, accountId, connectionId, 'reauthorize'))) return;
      await audit(trx, {
        accountId,
        userId: null,
        action: 'connection.deauthorized',
        target: connectionId,
        details: { platform },
      });
    });
  deps.log.info({ platform, connections: rows.length }, 'A person removed the app at their platform');
}
