/** Keeping what a platform confirmed, and no longer than it allows (policies.md 4.2: Google, 30 days). */
import { inSystem } from '../../db/transaction.ts';
import { wipeUnconfirmed } from '../reviews/index.ts';
import type { SyncDeps } from './deps.ts';

/** Rows of one statement: the embedded database has one session, which others wait for. */
const perStatement = 500;

/** Over all accounts. Safe to repeat and to interrupt: what is left is found again. */
export async function wipeOldContent(
  deps: Pick<SyncDeps, 'db' | 'connectors' | 'log' | 'onReviewsChanged'>,
): Promise<void> {
  for (const { id, capabilities } of deps.connectors.values()) {
    const { keepDays } = capabilities;
    if (keepDays === null) continue;
    const accounts = new Set<string>();
    let wiped = 0;
    for (;;) {
      const step = await inSystem(deps.db, (trx) => wipeUnconfirmed(trx, id, keepDays, perStatement));
      for (const account of step.accounts) accounts.add(account);
      wiped += step.wiped;
      if (step.wiped < perStatement) break;
    }
    if (wiped > 0)
      deps.log.info({ connector: id, wiped }, 'Content that was not confirmed in time lost its text');
    for (const account of accounts) await deps.onReviewsChanged(account);
  }
}
