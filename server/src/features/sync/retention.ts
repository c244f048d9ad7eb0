/**
 * Deletes content that its platform did not confirm within the time for which its terms allow storing it: 30 days for
 * Google, and for the Google Places API only from one full pass to the next.
 */
import { type ConnectorId, connectorIds, platforms } from '@kindling/contract/platforms';
import type { Connector } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { runBatches } from '../../lib/cooldown.ts';
import { clearStalePlatformFigures } from '../connections/index.ts';
import { deleteUnconfirmed, wipeUnconfirmed } from '../reviews/index.ts';
import type { SyncDeps } from './deps.ts';

/** Rows per statement. The embedded database has one session, so a long statement would block everything else. */
const batchSize = 500;

/** Content with at most this retention time is checked every hour, the rest every night. */
export const shortRetentionDays = 7;

/**
 * Covers all accounts and every connector whose retention time is at most `maxDays`. Safe to interrupt and repeat.
 */
export async function deleteExpiredContent(
  deps: Pick<SyncDeps, 'db' | 'connectors' | 'log'>,
  maxDays = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): Promise<void> {
  for (const { id, keepDays, wholeAnswer } of retentionRules(deps.connectors)) {
    if (keepDays === null || keepDays > maxDays) continue;
    // Where the terms cover the whole answer, stars, links and the listing's figures must be deleted too.
    const wipe = wholeAnswer ? deleteUnconfirmed : wipeUnconfirmed;
    const wipeSome = () => inSystem(deps.db, (trx) => wipe(trx, id, keepDays, batchSize));
    const wiped = await runBatches(batchSize, wipeSome, signal);
    if (wholeAnswer) await inSystem(deps.db, (trx) => clearStalePlatformFigures(trx, id, keepDays));
    if (wiped > 0)
      deps.log.info({ connector: id, wiped }, 'Content that was not confirmed in time was deleted');
  }
}

interface RetentionRule {
  id: ConnectorId;
  keepDays: number | null;
  wholeAnswer: boolean;
}

/**
 * How long the content of each connector may be stored. The operator may have removed the key of a connector that reads
 * without the owner's sign-in: its stored content still falls under the terms, so the shortest time applies.
 */
function retentionRules(connectors: SyncDeps['connectors']): RetentionRule[] {
  const rule = ({ id, capabilities: { retentionDays: keepDays, fullSnapshot: wholeAnswer } }: Connector) => ({
    id,
    keepDays,
    wholeAnswer,
  });
  const removedConnectors = connectorIds.filter(
    (id) => !connectors.has(id) && !platforms.some((name) => name === id),
  );
  return [
    ...[...connectors.values()].map(rule),
    ...removedConnectors.map((id) => ({ id, keepDays: 1, wholeAnswer: true })),
  ];
}
