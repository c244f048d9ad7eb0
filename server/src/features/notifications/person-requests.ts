/** What a person asks us through their platform: that we stop, or that we delete what came from it. */
import { createHmac } from 'node:crypto';
import type { Platform } from '@kindling/contract/platforms';
import type { PersonRequest } from '../../connectors/kit/webhooks.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newPublicCode } from '../../lib/ids.ts';
import { recordConnectionFailure } from '../connections/index.ts';
import { audit } from '../identity/index.ts';
import { deletionRequestsJob } from './deletions.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import {
  countStoredContent,
  findDeletionRequestCode,
  insertDeletionRequest,
  listConnectionsCreatedBefore,
  listConnectionsToDeauthorize,
} from './queries.ts';

/**
 * The person has removed us at the platform: the tokens are dead, and only they can mend that. Nothing is deleted, and
 * the account is told once. Whoever has authorised us again since is left alone, so a request that is repeated does
 * nothing.
 */
export async function handleDeauthorization(
  deps: PlatformWebhooksDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<void> {
  const rows = await inSystem(deps.db, (trx) => listConnectionsToDeauthorize(trx, platform, person));
  for (const { accountId, connectionId } of rows)
    await inTenant(deps.db, accountId, async (trx) => {
      await recordConnectionFailure(deps, trx, accountId, connectionId, 'reauthorise');
      await audit(trx, {
        accountId,
        userId: null,
        action: 'connection.deauthorised',
        target: connectionId,
        details: { platform },
      });
    });
  deps.log.info({ platform, connections: rows.length }, 'A person removed us at their platform');
}

/**
 * Takes a request for deletion: a job deletes at once what is there now. Its code leads to the page that tells what
 * became of it. The same request has the same code.
 */
export async function requestDeletion(
  deps: PlatformWebhooksDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<string> {
  const request = {
    platform,
    personHash: createHmac('sha256', deps.personHashKey)
      .update(`${platform} ${person.externalId}`)
      .digest('hex'),
    askedAt: person.askedAt,
  };
  const code = await inSystem(deps.db, async (trx) => {
    const known = await findDeletionRequestCode(trx, request);
    if (known !== null) return known;
    const pending = await listConnectionsCreatedBefore(trx, platform, person);
    const held = await countStoredContent(trx, pending);
    // Twenty characters: the page behind it is open to whoever knows it, and nobody counts their tries.
    return insertDeletionRequest(trx, { ...request, code: newPublicCode() + newPublicCode(), pending, held });
  });
  await deps.queue.enqueue(deletionRequestsJob, {}, { key: 'due' });
  return code;
}
