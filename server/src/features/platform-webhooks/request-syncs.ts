/**
 * A verified message only says that something changed at a listing, so every account that has the listing reads it from
 * the platform. A message that is repeated, late, out of order or lost changes only when the listing is read.
 *
 * Messages are not remembered. At most one sync per listing waits in the queue, and it starts at the earliest a minute
 * after the last one did: messages that arrive meanwhile add nothing.
 */
import type { Platform } from '@kindling/contract/platforms';
import { inSystem } from '../../db/transaction.ts';
import { enqueueSync } from '../sync/index.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { listListingsToSync } from './queries.ts';

/** Minimum time between the starts of two syncs of a listing, when a webhook requests the second. */
const minSyncIntervalSeconds = 60;

/** @param externalIds of listings; unknown ones are ignored. */
export async function requestSyncsOf(
  deps: Pick<PlatformWebhooksDeps, 'db' | 'queue' | 'log'>,
  platform: Platform,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  const rows = await inSystem(deps.db, (trx) =>
    listListingsToSync(trx, platform, externalIds, minSyncIntervalSeconds),
  );
  for (const { account_id, id, wait } of rows) await enqueueSync(deps, account_id, id, 'notification', wait);
  deps.log.info(
    { platform, places: externalIds.length, listings: rows.length },
    'A platform reported changed reviews',
  );
}
