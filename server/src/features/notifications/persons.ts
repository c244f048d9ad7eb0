/** What a person asks us through their platform: that we stop, or that we delete what came from it. */
import { createHmac } from 'node:crypto';
import type { Platform } from '@kindling/contract/platforms';
import type { PersonRequest } from '../../connectors/kit/hints.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newCode } from '../../lib/ids.ts';
import { recordFailure } from '../connections/index.ts';
import { audit } from '../identity/index.ts';
import { deletionsJob } from './deletions.ts';
import type { NotificationsDeps } from './deps.ts';
import {
  countHeld,
  findDeletionCode,
  insertDeletion,
  listConnectionsBefore,
  listWorkingConnections,
} from './queries.ts';

/**
 * The person has removed us at the platform: the tokens are dead, and only they can mend that. Nothing is deleted, and
 * the account is told once. Whoever has authorised us again since is left alone, so a request that is repeated does
 * nothing.
 */
export async function deauthorise(
  deps: NotificationsDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<void> {
  const rows = await inSystem(deps.db, (trx) => listWorkingConnections(trx, platform, person));
  for (const { accountId, connectionId } of rows)
    await inTenant(deps.db, accountId, async (trx) => {
      await recordFailure(deps, trx, accountId, connectionId, 'reauthorise');
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
  deps: NotificationsDeps,
  platform: Platform,
  person: PersonRequest,
): Promise<string> {
  const request = {
    platform,
    personHash: createHmac('sha256', deps.personKey).update(`${platform} ${person.externalId}`).digest('hex'),
    askedAt: person.askedAt,
  };
  const code = await inSystem(deps.db, async (trx) => {
    const known = await findDeletionCode(trx, request);
    if (known !== null) return known;
    const pending = await listConnectionsBefore(trx, platform, person);
    const held = await countHeld(trx, pending);
    // Twenty characters: the page behind it is open to whoever knows it, and nobody counts their tries.
    return insertDeletion(trx, { ...request, code: newCode() + newCode(), pending, held });
  });
  await deps.queue.enqueue(deletionsJob, {}, { key: 'due' });
  return code;
}
