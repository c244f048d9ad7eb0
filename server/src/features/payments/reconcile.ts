/**
 * The nightly comparison with the payment provider. Messages that never arrived are found in its list of the last days, and
 * subscriptions that differ from what is stored are read again. What was repaired is logged, and stored for the operator.
 */
import type { Stripe } from 'stripe';
import { inSystem } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { findCustomerOf } from './event-customer.ts';
import { insertEvent, listKnownEvents } from './event-queries.ts';
import { handledEvents } from './handled-events.ts';
import { callProvider } from './provider-error.ts';
import { idOf } from './read-charges.ts';
import {
  findStoredSubscription,
  finishReconciliation,
  insertReconciliation,
  listLiveCustomers,
  type Reconciliation,
} from './reconcile-queries.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';

/** Days of messages that are compared: the provider repeats them for three. */
const eventDays = 4;
const pageSize = 100;

/** @throws AppError `payment-unavailable`; the job runs again then */
export async function reconcile(deps: RefreshDeps, signal: AbortSignal): Promise<Reconciliation> {
  const startedAt = deps.now();
  await inSystem(deps.db, (system) => insertReconciliation(system, startedAt));
  const client = await deps.stripe();
  const reader = createReader(deps);
  const missed = await readMissedEvents(deps, client, reader, startedAt, signal);
  const compared = await compareSubscriptions(deps, client, reader, signal);
  const result = { ...compared, missed_events: missed, repaired: reader.repaired(), failed: reader.failed() };
  await inSystem(deps.db, (system) => finishReconciliation(system, startedAt, deps.now(), result));
  const isAnyWrong = result.repaired > 0 || result.unknown > 0 || result.failed > 0;
  const { missed_events: missedEvents, ...counts } = result;
  deps.log[isAnyWrong ? 'warn' : 'info'](
    { ...counts, missedEvents },
    'Payments were compared with the payment provider',
  );
  return result;
}

/** Reads customers, each once. */
interface Reader {
  /** @returns `unknown` for a customer of no account here */
  read(customerId: string): Promise<'read' | 'unknown' | 'failed'>;
  repaired(): number;
  failed(): number;
}

/** One customer that cannot be read keeps no other from being compared. */
function createReader(deps: RefreshDeps): Reader {
  const results = new Map<string, 'read' | 'unknown' | 'failed'>();
  const count = (result: string) => [...results.values()].filter((one) => one === result).length;
  return {
    async read(customerId) {
      const known = results.get(customerId);
      if (known !== undefined) return known;
      const result = await refreshCustomer(deps, customerId).then(
        (accountId) => (accountId === null ? 'unknown' : 'read'),
        (error: unknown) => {
          // The provider does not answer at all.
          if (error instanceof AppError) throw error;
          deps.log.error({ err: error, customerId }, 'A customer of the payment provider could not be read');
          return 'failed' as const;
        },
      );
      results.set(customerId, result);
      return result;
    },
    repaired: () => count('read'),
    failed: () => count('failed'),
  };
}

/** @returns how many messages were missed */
async function readMissedEvents(
  deps: RefreshDeps,
  client: Stripe,
  reader: Reader,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const since = Math.floor(now.getTime() / 1000) - eventDays * 86_400;
  let count = 0;
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await callProvider(() =>
      client.events.list({
        types: [...handledEvents],
        created: { gte: since },
        limit: pageSize,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    const ids = page.data.map(({ id }) => id);
    const known = await inSystem(deps.db, (system) => listKnownEvents(system, ids));
    for (const event of page.data.filter(({ id }) => !known.has(id))) {
      const customerId = await findCustomerOf(client, event);
      const result = customerId === null ? 'unknown' : await reader.read(customerId);
      if (result === 'failed') continue;
      if (result === 'read') count += 1;
      // Without a customer it counts as handled, which it is by now.
      await inSystem(deps.db, (system) =>
        insertEvent(system, { id: event.id, kind: event.type, customerId: null }),
      );
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return count;
}

/** Each subscription of the provider against what is stored, and each stored one that goes on against the provider's. */
async function compareSubscriptions(
  deps: RefreshDeps,
  client: Stripe,
  reader: Reader,
  signal: AbortSignal,
): Promise<Pick<Reconciliation, 'subscriptions' | 'unknown'>> {
  const found = { subscriptions: 0, unknown: 0 };
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await callProvider(() =>
      client.subscriptions.list({
        limit: pageSize,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const subscription of page.data) {
      const customerId = idOf(subscription.customer);
      if (customerId === null) continue;
      found.subscriptions += 1;
      seen.add(customerId);
      const stored = await inSystem(deps.db, (system) => findStoredSubscription(system, customerId));
      if (stored === null) found.unknown += subscription.metadata.account === undefined ? 0 : 1;
      else if (differs(stored, subscription)) await reader.read(customerId);
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  for await (const customerId of liveCustomers(deps)) {
    signal.throwIfAborted();
    if (!seen.has(customerId)) await reader.read(customerId);
  }
  return found;
}

async function* liveCustomers({ db }: Pick<RefreshDeps, 'db'>): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const page = await inSystem(db, (system) => listLiveCustomers(system, after, pageSize));
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}

type Stored = NonNullable<Awaited<ReturnType<typeof findStoredSubscription>>>;

function differs(stored: Stored, subscription: Stripe.Subscription): boolean {
  const [item] = subscription.items.data;
  const periodEnd = item?.current_period_end ?? null;
  const cancelAt = subscription.cancel_at_period_end ? periodEnd : subscription.cancel_at;
  return (
    stored.subscription_id !== subscription.id ||
    stored.status !== subscription.status ||
    stored.billing_interval !== item?.price.recurring?.interval ||
    seconds(stored.period_ends_at) !== periodEnd ||
    seconds(stored.cancel_at) !== cancelAt
  );
}

const seconds = (at: Date | null) => (at === null ? null : Math.floor(at.getTime() / 1000));
