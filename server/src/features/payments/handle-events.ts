import { inSystem } from '../../db/transaction.ts';
import type { PaymentsDeps } from './deps.ts';
import {
  deleteHandledEvents,
  listWaitingCustomers,
  listWaitingEvents,
  markHandled,
  postponeEvents,
} from './event-queries.ts';
import { readCustomerJob } from './jobs.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';

/** Customers of one sweep; the next one takes the rest. */
const batchSize = 100;
/** The provider repeats a message for 3 days, and operators may send older ones again for 30. */
const keptDays = 60;

/** Reads the customer once for all of its waiting messages: the ones that arrive meanwhile wait for the next reading. */
export async function handleEventsOf(deps: RefreshDeps, customerId: string): Promise<void> {
  const ids = await inSystem(deps.db, (system) => listWaitingEvents(system, customerId));
  if (ids.length === 0) return;
  const accountId = await refreshCustomer(deps, customerId).catch(async (error: unknown) => {
    await inSystem(deps.db, (system) => postponeEvents(system, ids, deps.now()));
    throw error;
  });
  if (accountId === null)
    deps.log.info({ customerId }, 'The payment provider told of a customer of no account here');
  await inSystem(deps.db, (system) => markHandled(system, ids));
}

/** Enqueues the customers whose messages were not handled, for example because the process ended after it had stored them. */
export async function sweepEvents(
  { db, queue, now }: Pick<PaymentsDeps, 'db' | 'queue' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await inSystem(db, (system) => listWaitingCustomers(system, now(), batchSize));
  for (const customerId of waiting) await queue.enqueue(readCustomerJob, { customerId }, { key: customerId });
  const before = new Date(now().getTime() - keptDays * 86_400_000);
  for (let deleted = batchSize; deleted === batchSize; signal.throwIfAborted())
    deleted = await inSystem(db, (system) => deleteHandledEvents(system, before, batchSize));
}
