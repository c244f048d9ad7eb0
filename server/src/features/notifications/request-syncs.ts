/**
 * From a hint to a look. A hint says that something happened at a place, never what: the place is read, as at any other
 * time, in every account that has it. So a hint that comes twice, late, in another order or not at all changes nothing
 * but when we look.
 *
 * Repeated messages are not counted or remembered. Per listing one sync waits on the queue, and it waits until a minute
 * after the last one began: whatever comes meanwhile is the same request.
 */
import type { Platform } from '@kindling/contract/platforms';
import { inSystem } from '../../db/transaction.ts';
import { enqueueSync } from '../sync/index.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { listListingsToSync } from './queries.ts';

/** From the beginning of one sync to that of the next that a hint may cause. */
const minSyncIntervalSeconds = 60;

/** @param places external ids of listings; unknown ones are left out. */
export async function requestSyncsOf(
  deps: Pick<PlatformWebhooksDeps, 'db' | 'queue' | 'log'>,
  platform: Platform,
  places: readonly string[],
): Promise<void> {
  if (places.length === 0) return;
  const hinted = await inSystem(deps.db, (trx) =>
    listListingsToSync(trx, platform, places, minSyncIntervalSeconds),
  );
  for (const { account_id, id, wait } of hinted)
    await enqueueSync(deps, account_id, id, 'notification', wait);
  deps.log.info({ platform, places: places.length, listings: hinted.length }, 'A platform told of news');
}
