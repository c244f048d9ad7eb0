/**
 * Delivering one account's events to one subscriber: place the new ones, read some, handle them, move the cursor. A worker
 * that ends between handling and moving leaves the cursor where it was, so the events come again.
 */
import type { Database } from '../db/client.ts';
import { inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { advanceCursor, claimCursor, placeEvents, readEvents, releaseCursor } from './queries.ts';
import type { Subscriber } from './subscriber.ts';

/** Longer than any handler takes for one batch; a worker that ended is replaced after it. */
const leaseSeconds = 120;
/** Events that a subscriber gets at once. */
const batchSize = 500;
/** The same for one that waits between two deliveries: what it does then costs the same for any number of events. */
const pacedBatchSize = 5_000;

/** Seconds until the next try where another worker holds the lease. */
const busySeconds = 1;

/**
 * Delivers until the stream is read to its end, or once where the subscriber waits between two deliveries.
 * @returns seconds after which to try again, or null when everything is delivered
 * @throws what the handler throws; the events that it was given come again
 */
export async function deliverEvents(
  { db }: { db: Pick<Database, 'pool'> },
  subscriber: Subscriber,
  accountId: string,
  signal: AbortSignal,
): Promise<number | null> {
  while (await inTenant(db, accountId, (trx) => placeEvents(trx, accountId))) signal.throwIfAborted();
  const { everySeconds = 0 } = subscriber;
  const leaseId = newId();
  const claim = await inTenant(db, accountId, (trx) =>
    claimCursor(trx, accountId, subscriber.name, {
      id: leaseId,
      seconds: leaseSeconds,
      everySeconds,
    }),
  );
  if (claim === 'none') return null;
  // The worker that holds the lease may have read the stream before its newest event was placed.
  if (claim === 'busy') return busySeconds;
  if (claim !== 'leased') return claim.waitSeconds;
  try {
    for (;;) {
      const { handled, more } = await deliverBatch(db, subscriber, accountId, leaseId, signal);
      if (!more) return null;
      if (handled && everySeconds > 0) return everySeconds;
      signal.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof CursorLeaseLostError) return busySeconds;
    throw error;
  } finally {
    await inTenant(db, accountId, (trx) => releaseCursor(trx, accountId, subscriber.name, leaseId));
  }
}

async function deliverBatch(
  db: Pick<Database, 'pool'>,
  subscriber: Subscriber,
  accountId: string,
  leaseId: string,
  signal: AbortSignal,
): Promise<{ handled: boolean; more: boolean }> {
  const most = (subscriber.everySeconds ?? 0) > 0 ? pacedBatchSize : batchSize;
  const names = subscriber.events.map((definition) => definition.name);
  const delivery = await inTenant(db, accountId, (trx) =>
    readEvents(trx, accountId, subscriber.name, { leaseId, leaseSeconds, names, most }),
  );
  if (delivery === null) throw new CursorLeaseLostError();
  const { events, upTo, more } = delivery;
  const handled = events.length > 0;
  if (handled) await subscriber.handle(accountId, events, signal);
  const advanced = await inTenant(db, accountId, (trx) =>
    advanceCursor(trx, accountId, subscriber.name, leaseId, { upTo, handled }),
  );
  if (!advanced) throw new CursorLeaseLostError();
  return { handled, more };
}

/** Another worker has taken the subscriber's cursor, because this one held it for too long. */
class CursorLeaseLostError extends Error {
  override name = 'CursorLeaseLostError';
}
