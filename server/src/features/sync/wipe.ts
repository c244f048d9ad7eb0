/**
 * Keeping what a platform confirmed, and no longer than it allows (policies.md 4.2: Google, 30 days; Google Places, no
 * longer than one pass needs to follow the other).
 */
import { type ConnectorId, connectorIds, platforms } from '@kindling/contract/platforms';
import type { Connector } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { forgetFigures } from '../connections/index.ts';
import { deleteUnconfirmed, wipeUnconfirmed } from '../reviews/index.ts';
import type { SyncDeps } from './deps.ts';

/** Rows of one statement: the embedded database has one session, which others wait for. */
const perStatement = 500;

/** What may be kept this long at most is looked for every hour. */
export const shortLivedDays = 7;

/**
 * Over all accounts, for what may be kept `mostDays` days at most. Safe to repeat and to interrupt: what is left is
 * found again.
 */
export async function wipeOldContent(
  deps: Pick<SyncDeps, 'db' | 'connectors' | 'log' | 'onReviewsChanged'>,
  mostDays = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const { id, keepDays, wholeAnswer } of keepingRules(deps.connectors)) {
    if (keepDays === null || keepDays > mostDays) continue;
    const accounts = new Set<string>();
    // Where an answer may not be kept at all, neither may a part of it: stars, links, the place's figures.
    const wipe = wholeAnswer ? deleteUnconfirmed : wipeUnconfirmed;
    let wiped = 0;
    for (;;) {
      const step = await inSystem(deps.db, (trx) => wipe(trx, id, keepDays, perStatement));
      for (const account of step.accounts) accounts.add(account);
      wiped += step.wiped;
      if (step.wiped < perStatement) break;
    }
    if (wholeAnswer) {
      const forgotten = await inSystem(deps.db, (trx) => forgetFigures(trx, id, keepDays));
      for (const account of forgotten) accounts.add(account);
    }
    if (wiped > 0)
      deps.log.info({ connector: id, wiped }, 'Content that was not confirmed in time was deleted');
    for (const account of accounts) await deps.onReviewsChanged(account);
  }
}

interface KeepingRule {
  id: ConnectorId;
  keepDays: number | null;
  wholeAnswer: boolean;
}

/**
 * How long each connector's content may be kept. What was read openly with a key that the operator has taken away since
 * is lent still, though nobody is left to say for how long: the shortest time holds.
 */
function keepingRules(connectors: SyncDeps['connectors']): KeepingRule[] {
  const rule = ({ id, capabilities: { keepDays, wholeAnswer } }: Connector) => ({
    id,
    keepDays,
    wholeAnswer,
  });
  const keyless = connectorIds.filter((id) => !connectors.has(id) && !platforms.some((name) => name === id));
  return [
    ...[...connectors.values()].map(rule),
    ...keyless.map((id) => ({ id, keepDays: 1, wholeAnswer: true })),
  ];
}
