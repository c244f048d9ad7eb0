/**
 * The nightly comparison with the payment provider. Messages that never arrived are found in its list of the last days, and
 * subscriptions that differ from what is stored are read again. What was repaired is logged, and stored for the operator.
 */
import type { Stripe } from 'stripe';
import { inSystem } from '../../db/transaction.ts';
import type { PaymentsDeps } from './deps.ts';
import { findCustomerOf } from './event-customer.ts';
import { insertEvent, listKnownEvents } from './event-queries.ts';
import { callProvider } from './provider-error.ts';
import { idOf } from './read-customer.ts';
import {
  findStoredSubscription,
  finishReconciliation,
  insertReconciliation,
  listLiveCustomers,
  type Reconciliation,
} from './reconcile-queries.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';

type Deps = RefreshDeps & Pick<PaymentsDeps, 'queue'>;

/** Days of messages that are compared: the provider repeats them for three. */
const eventDays = 4;
const pageSize = 100;

/** Events that change what the product shows or decides; the webhook endpoint is subscribed to them. */
export const handledEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'customer.updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

/** @throws AppError `payment-unavailable`; the job runs again then */
export async function reconcile(deps: Deps, signal: AbortSignal): Promise<Reconciliation> {
  const startedAt = deps.now();
  await inSystem(deps.db, (system) => insertReconciliation(system, startedAt));
  const client = await deps.stripe();
  const missed = await readMissedEvents(deps, client, startedAt, signal);
  const compared = await compareSubscriptions(deps, client, signal);
  const result = { ...compared, missed_events: missed.count, repaired: compared.repaired + missed.customers };
  await inSystem(deps.db, (system) => finishReconciliation(system, startedAt, deps.now(), result));
  const level = result.repaired > 0 || result.unknown > 0 ? 'warn' : 'info';
  deps.log[level](result, 'Payments were compared with the payment provider');
  return result;
}

async function readMissedEvents(
  deps: Deps,
  client: Stripe,
  now: Date,
  signal: AbortSignal,
): Promise<{ count: number; customers: number }> {
  const since = Math.floor(now.getTime() / 1000) - eventDays * 86_400;
  const customers = new Set<string>();
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
    const known = await inSystem(deps.db, (system) =>
      listKnownEvents(
        system,
        page.data.map(({ id }) => id),
      ),
    );
    for (const event of page.data.filter(({ id }) => !known.has(id))) {
      const customerId = await findCustomerOf(client, event);
      if (customerId !== null && (await refreshOnce(deps, customers, customerId)) !== null) count += 1;
      // Without a customer it counts as handled, which it is by now.
      await inSystem(deps.db, (system) =>
        insertEvent(system, { id: event.id, kind: event.type, customerId: null }),
      );
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return { count, customers: customers.size };
}

/** @returns null for a customer of no account here */
async function refreshOnce(deps: Deps, done: Set<string>, customerId: string): Promise<string | null> {
  if (done.has(customerId)) return customerId;
  if ((await refreshCustomer(deps, customerId)) === null) return null;
  done.add(customerId);
  return customerId;
}

/** Each subscription of the provider against what is stored, and each stored one that goes on against the provider's. */
async function compareSubscriptions(
  deps: Deps,
  client: Stripe,
  signal: AbortSignal,
): Promise<Omit<Reconciliation, 'missed_events'>> {
  const found = { subscriptions: 0, repaired: 0, unknown: 0 };
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
      else if (differs(stored, subscription) && (await refreshCustomer(deps, customerId)) !== null)
        found.repaired += 1;
    }
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  for await (const customerId of liveCustomers(deps))
    if (!seen.has(customerId) && (await refreshCustomer(deps, customerId)) !== null) found.repaired += 1;
  return found;
}

async function* liveCustomers({ db }: Pick<Deps, 'db'>): AsyncGenerator<string> {
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
