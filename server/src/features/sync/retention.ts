/**
 * Keeping what a platform confirmed, and no longer than it allows (policies.md 4.2: Google, 30 days; Google Places, no
 * longer than one pass needs to follow the other).
 */
import { type ConnectorId, connectorIds, platforms } from '@kindling/contract/platforms';
import type { Connector } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { clearStalePlatformFigures } from '../connections/index.ts';
import { deleteUnconfirmed, wipeUnconfirmed } from '../reviews/index.ts';
import type { SyncDeps } from './deps.ts';

/** Rows of one statement: the embedded database has one session, which others wait for. */
const batchSize = 500;

/** What may be kept this long at most is looked for every hour. */
export const shortRetentionDays = 7;

/**
 * Over all accounts, for what may be kept `mostDays` days at most. Safe to repeat and to interrupt: what is left is
 * found again.
 */
export async function deleteExpiredContent(
  deps: Pick<SyncDeps, 'db' | 'connectors' | 'log' | 'onReviewsChanged'>,
  maxDays = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const { id, keepDays, wholeAnswer } of retentionRules(deps.connectors)) {
    if (keepDays === null || keepDays > maxDays) continue;
    const accounts = new Set<string>();
    // Where an answer may not be kept at all, neither may a part of it: stars, links, the place's figures.
    const wipe = wholeAnswer ? deleteUnconfirmed : wipeUnconfirmed;
    let wiped = 0;
    for (;;) {
      const step = await inSystem(deps.db, (trx) => wipe(trx, id, keepDays, batchSize));
      for (const account of step.accounts) accounts.add(account);
      wiped += step.wiped;
      if (step.wiped < batchSize) break;
    }
    if (wholeAnswer) {
      const forgotten = await inSystem(deps.db, (trx) => clearStalePlatformFigures(trx, id, keepDays));
      for (const account of forgotten) accounts.add(account);
    }
    if (wiped > 0)
      deps.log.info({ connector: id, wiped }, 'Content that was not confirmed in time was deleted');
    for (const account of accounts) await deps.onReviewsChanged(account);
  }
}

interface RetentionRule {
  id: ConnectorId;
  keepDays: number | null;
  wholeAnswer: boolean;
}

/**
 * How long each connector's content may be kept. What was read openly with a key that the operator has taken away since
 * is lent still, though nobody is left to say for how long: the shortest time holds.
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
