/** One run in hand: what every step of it works with, and the only way in which it may write. */
import type { SyncRun } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import type { Connector, Tokens } from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { type CallPriority, type ListingRow, renewLease } from '../connections/index.ts';
import type { SyncDeps } from './deps.ts';
import type { RunRow } from './queries.ts';

/** Longer than a step takes (waiting for its turn, a renewal and a call, the store); a dead worker is replaced after it. */
export const leaseSeconds = 60;

export type Trigger = SyncRun['trigger'];

export interface SyncRunContext {
  accountId: string;
  listing: ListingRow & { fence: number };
  connector: Connector;
  /** Why the run is worked now; one that is gone on with began for a reason of its own. */
  trigger: Trigger;
  /** As it was after the last page. */
  run: RunRow;
  signal: AbortSignal;
}

/** Another worker holds a higher fence, or the listing is gone: everything this one still does would be wrong. */
export class LeaseLostError extends Error {}

/** A transaction of the one who holds the listing. @throws Overtaken when another worker has taken over since. */
export function withLease<T>(
  deps: SyncDeps,
  { accountId, listing }: SyncRunContext,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      if (!(await renewLease(trx, accountId, listing.id, listing.fence, leaseSeconds)))
        throw new LeaseLostError();
      return work(trx);
    }),
  );
}

/**
 * One call of the platform, in its turn and with tokens that work.
 * @throws Overtaken when the connection went away meanwhile; ConnectorFailure.
 */
export async function callPlatform<T>(
  deps: SyncDeps,
  { accountId, listing, connector, run, signal }: SyncRunContext,
  work: (tokens: Tokens) => Promise<T>,
): Promise<T> {
  await deps.rateLimiter.acquire(connector.id, urgencyOf(run), signal);
  try {
    return await deps.tokens.withTokens(connector, accountId, listing.connection_id, work, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') throw new LeaseLostError();
    throw error;
  }
}

function urgencyOf(run: RunRow): CallPriority {
  if (run.trigger === 'first' || run.trigger === 'manual') return 'person';
  return run.kind === 'full' ? 'full' : 'newest';
}
