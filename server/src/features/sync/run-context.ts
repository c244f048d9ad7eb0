/** What every step of a sync run needs, and the helpers through which a run writes and calls the platform. */
import type { SyncRun } from '@kindling/contract/sync';
import type { Transaction } from 'kysely';
import type { Connector, Tokens } from '../../connectors/connector.ts';
import { inTenant, retryTransient } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { type CallPriority, type ListingRow, renewLease } from '../connections/index.ts';
import type { SyncDeps } from './deps.ts';
import type { RunRow } from './queries.ts';

/**
 * Longer than one step takes: the wait for the rate limiter, a token renewal, a platform call and the write. Another
 * worker may take over this long after a worker died.
 */
export const leaseSeconds = 60;

export type Trigger = SyncRun['trigger'];

export interface SyncRunContext {
  accountId: string;
  listing: ListingRow & { fence: number };
  connector: Connector;
  /** Why this worker runs now. A resumed run keeps its own trigger in `run.trigger`. */
  trigger: Trigger;
  /** The row as it was after the last stored page. */
  run: RunRow;
  signal: AbortSignal;
}

/** Another worker holds a higher fence, or the listing was deleted. This worker must not write any more. */
export class LeaseLostError extends Error {}

/**
 * Runs `write` in a transaction that first renews the lease.
 * @throws LeaseLostError when another worker has taken over.
 */
export function withLease<T>(
  deps: SyncDeps,
  { accountId, listing }: SyncRunContext,
  write: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return retryTransient(() =>
    inTenant(deps.db, accountId, async (trx) => {
      if (!(await renewLease(trx, accountId, listing.id, listing.fence, leaseSeconds)))
        throw new LeaseLostError();
      return write(trx);
    }),
  );
}

/**
 * Makes one platform call within the rate limit and with valid tokens.
 * @throws LeaseLostError when the connection was deleted meanwhile; SyncPausedError while the operator pauses the
 * platform; ConnectorFailure.
 */
export async function callPlatform<T>(
  deps: SyncDeps,
  { accountId, listing, connector, run, signal }: SyncRunContext,
  call: (tokens: Tokens) => Promise<T>,
): Promise<T> {
  await deps.rateLimiter.acquireForSync(connector.id, urgencyOf(run), signal);
  try {
    return await deps.tokens.withTokens(connector, accountId, listing.connection_id, call, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') throw new LeaseLostError();
    throw error;
  }
}

function urgencyOf(run: RunRow): CallPriority {
  if (run.trigger === 'first' || run.trigger === 'manual') return 'person';
  return run.kind === 'full' ? 'full' : 'newest';
}
