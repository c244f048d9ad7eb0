/**
 * Delivering one account's events to one subscriber: assign positions to the new ones, read some, handle them, move the
 * cursor. A worker that ends between handling and moving leaves the cursor where it was, so the events come again.
 */
import type { Database } from '../db/client.ts';
import { inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { type CursorLease, CursorLeaseLostError, holdLease } from './lease.ts';
import {
  advanceCursor,
  assignPositions,
  claimCursor,
  readEvents,
  recordFailure,
  releaseCursor,
} from './queries.ts';
import type { Subscriber } from './subscriber.ts';

/** A worker that ended is replaced after it; one that works renews its lease. */
const defaultLeaseSeconds = 120;
/** Events that a subscriber gets at once. */
const batchSize = 500;
/** The same for one that waits between two deliveries: what it does then costs the same for any number of events. */
const pacedBatchSize = 5_000;

/** Seconds until the next try where another worker holds the lease. */
const busySeconds = 1;
/** The failure of a delivery after which the log has an error, in addition to the warning of the queue for each. */
const loggedAttempt = 5;

interface DeliveryDeps {
  db: Pick<Database, 'pool'>;
  log: Pick<Log, 'error'>;
  leaseSeconds?: number;
}

/**
 * Delivers until the stream is read to its end, or once where the subscriber waits between two deliveries.
 * @returns seconds after which to try again, or null when everything is delivered
 * @throws what the handler throws; the events that it was given come again, each time after a longer pause
 */
export async function deliverEvents(
  deps: DeliveryDeps,
  subscriber: Subscriber,
  accountId: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { db, leaseSeconds: seconds = defaultLeaseSeconds } = deps;
  for (let more: boolean | null = true; more; ) {
    more = await inTenant(db, accountId, (trx) => assignPositions(trx, accountId));
    if (more === null) return null;
    signal.throwIfAborted();
  }
  const { minIntervalSeconds = 0 } = subscriber;
  const id = newId();
  const claim = await inTenant(db, accountId, (trx) =>
    claimCursor(trx, accountId, subscriber.name, { id, seconds, minIntervalSeconds }),
  );
  if (claim === 'none') return null;
  // The worker that holds the lease may have read the stream before its newest event got its position.
  if (claim === 'busy') return busySeconds;
  if (claim !== 'leased') return claim.waitSeconds;
  const lease = holdLease({ db, accountId, subscriber: subscriber.name, id, seconds }, signal);
  try {
    return await deliverBatches(db, subscriber, accountId, lease);
  } catch (error) {
    // Whatever the handler makes of the aborted signal: another worker goes on.
    if (lease.isLost() || error instanceof CursorLeaseLostError) return busySeconds;
    if (!signal.aborted) await storeFailure(deps, subscriber.name, accountId, { leaseId: id, error });
    throw error;
  } finally {
    await lease.end();
    await inTenant(db, accountId, (trx) => releaseCursor(trx, accountId, subscriber.name, id));
  }
}

/** @returns seconds after which to deliver the rest, or null when nothing is left */
async function deliverBatches(
  db: Pick<Database, 'pool'>,
  subscriber: Subscriber,
  accountId: string,
  lease: CursorLease,
): Promise<number | null> {
  const { minIntervalSeconds = 0 } = subscriber;
  const names = subscriber.events.map((definition) => definition.name);
  const limit = minIntervalSeconds > 0 ? pacedBatchSize : batchSize;
  for (;;) {
    const delivery = await inTenant(db, accountId, (trx) =>
      readEvents(trx, accountId, subscriber.name, { leaseId: lease.id, names, limit }),
    );
    if (delivery === null) throw new CursorLeaseLostError();
    const { events, startPosition, lastPosition } = delivery;
    const handled = events.length > 0;
    if (handled) await subscriber.handle(accountId, events, lease.signal);
    const advanced = await inTenant(db, accountId, (trx) =>
      advanceCursor(trx, accountId, subscriber.name, { startPosition, lastPosition, handled }),
    );
    if (!advanced) throw new CursorLeaseLostError();
    if (!delivery.more) return null;
    if (handled && minIntervalSeconds > 0) return minIntervalSeconds;
    lease.signal.throwIfAborted();
  }
}

async function storeFailure(
  { db, log }: DeliveryDeps,
  subscriber: string,
  accountId: string,
  { leaseId, error }: { leaseId: string; error: unknown },
): Promise<void> {
  const failedAttempts = await inTenant(db, accountId, (trx) =>
    recordFailure(trx, accountId, subscriber, { leaseId, error: errorClass(error) }),
  );
  if (failedAttempts === loggedAttempt)
    log.error({ err: error, subscriber, accountId, failedAttempts }, 'A subscriber fails again and again');
}

/** The name of an error's class, with the code of a database or system error; messages can quote what people wrote. */
function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return [error.name, code].filter((part) => /^\w{1,40}$/.test(part)).join(' ') || 'Error';
}
