/** For tests only: what the payment provider holds about an account, against what is stored and was mailed. */
import type { Stripe } from 'stripe';
import { planOf, type SubscriptionStatus } from '../features/billing/subscription-state.ts';
import { queryAsOwner } from './database.ts';
import { listCustomersOf, type PaymentsWorld } from './payments-world.ts';
import type { History } from './plan-acts.ts';

interface StoredPlan {
  plan_state: string;
  plan_ends_at: Date | null;
  trial_ends_at: Date;
  customer_id: string | null;
  subscription_id: string | null;
  status: SubscriptionStatus | null;
  billing_interval: string | null;
  amount: number | null;
  period_ends_at: Date | null;
  cancel_at: Date | null;
  ended_at: Date | null;
  stopped_at: Date | null;
  card: string | null;
}

const seconds = (at: Date | null) => (at === null ? null : at.getTime() / 1000);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** @returns one sentence for each difference */
export async function compareWithProvider(world: PaymentsWorld, history: History): Promise<string[]> {
  const found: string[] = [];
  const check = (what: string, stored: unknown, held: unknown) => {
    if (!same(stored, held))
      found.push(`${what}: stored ${JSON.stringify(stored)}, the provider has ${JSON.stringify(held)}`);
  };
  const { user, deletedCustomers } = history;
  const stripe = await world.deps.stripe();
  const customers = await listCustomersOf(world.app, user);
  const row = await readStored(world, user.accountId);
  const held = (
    await Promise.all(
      customers.map((customer) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 })),
    )
  ).flatMap(({ data }) => data.toReversed());
  const live = held.filter(
    ({ status }) => !['canceled', 'incomplete', 'incomplete_expired'].includes(status),
  );
  if (live.length > 1) found.push(`${live.length} subscriptions go on at once`);
  const paid = held.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  const current = live[0] ?? paid.toSorted((a, b) => a.created - b.created).at(-1) ?? null;
  if (current === null) check('status', row?.status ?? null, null);
  else if (row === null) found.push('nothing is stored');
  else compareSubscription(check, row, current, deletedCustomers);
  const last = customers.at(-1);
  if (row !== null && last !== undefined) {
    const isGone = deletedCustomers.has(last);
    if (!isGone) check('customer', row.customer_id, last);
    check('card', row.card, isGone ? null : await cardOf(stripe, last, current));
  }
  for (const customer of customers.filter((one) => !deletedCustomers.has(one)))
    await compareInvoices(check, world, user.accountId, customer);
  if (row !== null) comparePlan(check, row);
  found.push(...(await compareMails(world, history, paid)));
  return found;
}

async function readStored({ app }: PaymentsWorld, accountId: string): Promise<StoredPlan | null> {
  const { rows } = await queryAsOwner<StoredPlan>(
    app.services.db,
    `select a.plan_state, a.plan_ends_at, a.trial_ends_at, s.*,
            s.card_brand || ' ' || s.card_last4 || ' ' || s.card_expires as card
       from accounts a join subscriptions s on s.account_id = a.id where a.id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

type Check = (what: string, stored: unknown, held: unknown) => void;

function compareSubscription(
  check: Check,
  row: StoredPlan,
  held: Stripe.Subscription,
  deleted: ReadonlySet<string>,
): void {
  const isGone = deleted.has(String(held.customer));
  // What was not read before its customer was deleted can be read no more.
  if (isGone && row.status === null) return;
  check('status', row.status, held.status);
  if (isGone) return;
  const [item] = held.items.data;
  check('subscription', row.subscription_id, held.id);
  const end = item?.current_period_end ?? null;
  check('interval', row.billing_interval, item?.price.recurring?.interval);
  check('amount', row.amount, item?.price.unit_amount);
  check('period', seconds(row.period_ends_at), end);
  check('cancel', seconds(row.cancel_at), held.cancel_at_period_end ? end : held.cancel_at);
  check('end', seconds(row.ended_at), held.ended_at);
}

async function cardOf(
  stripe: Stripe,
  customerId: string,
  subscription: Stripe.Subscription | null,
): Promise<string | null> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted === true) return null;
  const own = subscription?.customer === customerId ? subscription.default_payment_method : null;
  const id = own ?? customer.invoice_settings.default_payment_method;
  if (id === null) return null;
  const { card } = await stripe.paymentMethods.retrieve(typeof id === 'string' ? id : id.id);
  return `${card?.brand} ${card?.last4} ${card?.exp_year}-${String(card?.exp_month).padStart(2, '0')}`;
}

async function compareInvoices(
  check: Check,
  { app, deps }: PaymentsWorld,
  accountId: string,
  customer: string,
): Promise<void> {
  const stripe = await deps.stripe();
  const invoices = await stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] });
  const charges = await stripe.charges.list({ customer, limit: 100 });
  const held = invoices.data
    .filter(({ status }) => status !== 'draft')
    .map((invoice) => {
      const intents = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent);
      const own = charges.data.filter(
        ({ payment_intent, paid }) => paid && intents.includes(payment_intent ?? undefined),
      );
      return {
        provider_id: invoice.id,
        status: invoice.status,
        paid: invoice.amount_paid,
        refunded: own.reduce((sum, charge) => sum + charge.amount_refunded, 0),
        disputed: own.some(({ disputed }) => disputed),
      };
    });
  const { rows } = await queryAsOwner(
    app.services.db,
    `select provider_id, status, paid, refunded, disputed from invoices
      where account_id = $1 and provider_id = any($2) order by provider_id`,
    [accountId, held.map(({ provider_id }) => provider_id)],
  );
  const byId = held.toSorted((a, b) => (a.provider_id < b.provider_id ? -1 : 1));
  for (const invoice of byId)
    check(
      'invoice',
      rows.find(({ provider_id }) => provider_id === invoice.provider_id),
      invoice,
    );
}

/** The plan follows from what is stored, and what is stored equals what the provider holds. */
function comparePlan(check: Check, row: StoredPlan): void {
  const plan = planOf({
    trialEndsAt: row.trial_ends_at,
    free: null,
    subscription:
      row.status === null
        ? null
        : { status: row.status, cancelAt: row.cancel_at, endedAt: row.ended_at, stoppedAt: row.stopped_at },
  });
  check('plan', { state: row.plan_state, endsAt: row.plan_ends_at }, plan);
}

async function compareMails(
  world: PaymentsWorld,
  { user, ends, canceled, deletedCustomers }: History,
  paid: readonly Stripe.Subscription[],
): Promise<string[]> {
  const { rows } = await queryAsOwner<
    Record<'received' | 'completed' | 'changed' | 'withdrawn' | 'open', number>
  >(
    world.app.services.db,
    `select (select count(*) from invoices where account_id = $1 and status = 'paid' and paid > 0)::int as received,
            (select count(*) from plan_orders
              where account_id = $1 and kind = 'purchase' and completed_at is not null)::int as completed,
            (select count(*) from plan_orders
              where account_id = $1 and kind = 'change' and completed_at is not null)::int as changed,
            (select count(*) from plan_orders where account_id = $1 and state = 'withdrawn')::int as withdrawn,
            (select count(*) from plan_orders where account_id = $1 and state = 'withdrawing')::int as open`,
    [user.accountId],
  );
  const [facts] = rows;
  if (facts === undefined) return ['no facts'];
  const mails = await world.mails(user);
  const count = (kind: string) => mails.filter((one) => one === kind).length;
  const found: string[] = [];
  const expectBetween = (kind: string, least: number, most: number) => {
    const number = count(kind);
    if (number < least || number > most) found.push(`${number} mails ${kind} instead of ${least} to ${most}`);
  };
  // What lay in messages that were lost for more than a month is told nobody.
  const isAllSeen = ends === 'reconciled' && deletedCustomers.size === 0;
  expectBetween('payment-received', isAllSeen ? facts.received : 0, facts.received);
  expectBetween('order-confirmed', facts.completed + facts.changed, facts.completed + facts.changed);
  expectBetween('order-withdrawn', facts.withdrawn, facts.withdrawn);
  expectBetween('plan-canceled', canceled.here, canceled.here + canceled.there);
  if (facts.open > 0) found.push('a withdrawal is not finished');
  if (isAllSeen && facts.completed !== paid.length)
    found.push(`${facts.completed} orders are completed, ${paid.length} were paid`);
  return found;
}
