/** For tests only: what owners, the provider, its operator and our jobs may do around the plan of one account, in any order. */
import fc from 'fast-check';
import type { Stripe } from 'stripe';
import { goodCard } from '../../../simulators/payments/test-client.ts';
import { inSystem } from '../db/transaction.ts';
import { listWaitingCustomers } from '../features/payments/event-queries.ts';
import { handleEventsOf } from '../features/payments/handle-events.ts';
import { reconcile } from '../features/payments/reconcile.ts';
import { runUntilKilled } from './dying-worker.ts';
import { listCustomersOf, order, type PaymentsWorld } from './payments-world.ts';
import type { TestResponse, TestUser } from './test-app.ts';

type Interval = 'month' | 'year';

const interval = fc.constantFrom<Interval>('month', 'year');
const nothing = <const T extends string>(name: T) => fc.record({ do: fc.constant(name) });
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), interval }) },
  fc.record({ do: fc.constant('order' as const), interval }),
  fc.record({ do: fc.constant('pay' as const), page: fc.nat(3) }),
  nothing('change'),
  { weight: 2, arbitrary: nothing('cancel') },
  nothing('resume'),
  nothing('withdraw'),
  fc.record({
    do: fc.constant('portal-card' as const),
    number: fc.constantFrom('5555555555554444', '378282246310005', '3566002020360505', '4000000000000341'),
  }),
  nothing('portal-cancel'),
  fc.record({ do: fc.constant('declines' as const), off: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), amount: fc.constantFrom(null, 100) }),
  nothing('dispute'),
  nothing('delete-customer'),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('renew' as const), declined: fc.boolean() }),
  },
  // As the screen does when the owner comes back to it.
  { weight: 3, arbitrary: nothing('look') },
  fc.record({ do: fc.constant('days' as const), count: fc.integer({ min: 1, max: 6 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('job' as const),
      atOnce: fc.integer({ min: 1, max: 2 }),
      // The process ends after so many of its transactions; null: it does not.
      dies: fc.option(fc.nat(3), { freq: 2 }),
    }),
  },
  fc.record({
    do: fc.constant('messages' as const),
    are: fc.constantFrom('lost', 'repeated', 'held', 'reordered', 'right'),
    count: fc.integer({ min: 2, max: 6 }),
  }),
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** A history of an account; in the end all messages are sent again, or the nightly comparison has to do without them. */
export const histories = fc.record({
  ends: fc.constantFrom('delivered' as const, 'reconciled' as const),
  /** Most begin with a purchase, because nothing happens without one. */
  acts: fc
    .tuple(
      fc.option(fc.record({ do: fc.constant('buy' as const), interval }), { freq: 5 }),
      fc.array(act, { minLength: 5, maxLength: 14 }),
    )
    .map(([first, acts]): Act[] => (first === null ? acts : [first, { do: 'look' }, ...acts])),
});

export interface History {
  user: TestUser;
  ends: 'delivered' | 'reconciled';
  /** How often a cancelation began at the provider, by the product and by its own page. */
  canceled: { here: number; there: number };
  deletedCustomers: Set<string>;
}

/** The time that has passed for both sides, beyond the real one. */
export interface Ahead {
  ms: number;
}

/** The time of many histories adds up to decades. */
const card = { ...goodCard, expiry: '12/2999' };
const day = 86_400;
const faults = {
  lost: 'notify-lost',
  repeated: 'notify-dup',
  held: 'notify-delay',
  reordered: 'notify-reorder',
};

/** Plays the acts of one account. */
export class Player {
  readonly #world: PaymentsWorld;
  readonly #ahead: Ahead;
  readonly #history: History;
  readonly #pages: string[] = [];

  constructor(world: PaymentsWorld, ahead: Ahead, history: History) {
    this.#world = world;
    this.#ahead = ahead;
    this.#history = history;
  }

  async #call(path: string, body?: unknown): Promise<TestResponse> {
    const answer = await this.#history.user.call('POST', `/billing${path}`, body);
    // What is not possible is refused; nothing fails.
    if (answer.status >= 500)
      throw new Error(`${path} answered ${answer.status}: ${this.#world.app.logLines.slice(-3).join('\n')}`);
    return answer;
  }

  async #currentCustomer(): Promise<string | null> {
    const [last] = (await listCustomersOf(this.#world.app, this.#history.user)).toReversed();
    return last === undefined || this.#history.deletedCustomers.has(last) ? null : last;
  }

  async #subscriptionNow() {
    const customer = await this.#currentCustomer();
    if (customer === null) return null;
    const { data } = await (await this.#world.deps.stripe()).subscriptions.list({ customer, limit: 100 });
    return data[0] ?? null;
  }
  async #endsNow(): Promise<boolean> {
    return (await this.#subscriptionNow())?.cancel_at_period_end === true;
  }

  async #reconcileNow(): Promise<void> {
    if (this.#history.ends === 'reconciled') await reconcile(this.#world.deps, new AbortController().signal);
  }

  /** For how long nothing happens at the provider by itself, or as long as its messages can be found again. */
  #quietSeconds(subscription: Stripe.Subscription | null): number {
    if (subscription === null) return Number.POSITIVE_INFINITY;
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    const untilEnd = Math.floor(end - this.#world.deps.now().getTime() / 1000) - 3600;
    const isQuiet = subscription.status === 'active' && subscription.pending_update === null;
    return isQuiet ? Math.max(3 * day, untilEnd) : 3 * day;
  }

  /** Time passes; the comparison runs as often as messages need it, and not in months in which nothing happens. */
  async #pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; ) {
      await this.#reconcileNow();
      const subscription = await this.#subscriptionNow();
      const step = Math.min(left, this.#quietSeconds(subscription));
      this.#ahead.ms += step * 1000;
      await this.#world.control({ action: 'advance', seconds: step });
      left -= step;
    }
    await this.#reconcileNow();
  }

  async #pay(address: string | undefined): Promise<void> {
    // A page that was closed says so.
    if (address !== undefined) await this.#world.send(address, card);
  }

  async #onPortal(page: 'card' | 'overview', path: string, fields: Record<string, string>) {
    const answer = await this.#call('/portal', { page });
    if (answer.status === 200)
      await this.#world.send(`${(answer.json as { address: string }).address}/${path}`, {
        ...goodCard,
        ...fields,
      });
  }

  async #messages(are: 'lost' | 'repeated' | 'held' | 'reordered' | 'right', count: number) {
    if (are !== 'right') {
      const times = are === 'reordered' || are === 'held' ? {} : { times: count * 3 };
      await this.#world.control({ action: 'fault', name: faults[are], count, copies: 2, ...times });
      return;
    }
    for (const name of Object.values(faults)) await this.#world.control({ action: 'fault', name, off: true });
  }

  async #job(atOnce: number, dies: number | null): Promise<void> {
    await this.#world.control({ action: 'deliver' });
    const customers = await inSystem(this.#world.deps.db, (system) =>
      listWaitingCustomers(system, this.#world.deps.now(), 100),
    );
    for (const customer of customers)
      await Promise.all(
        Array.from({ length: atOnce }, () =>
          dies === null
            ? handleEventsOf(this.#world.deps, customer)
            : runUntilKilled(this.#world.app.services.db, dies, (db) =>
                handleEventsOf({ ...this.#world.deps, db }, customer),
              ),
        ),
      );
  }

  async play(step: Act): Promise<void> {
    const customer = await this.#currentCustomer();
    switch (step.do) {
      case 'buy':
      case 'order': {
        const address = await order(this.#history.user, step.interval).catch(asRefused);
        if (address !== null) this.#pages.push(address);
        if (step.do === 'buy' && address !== null) await this.#pay(address);
        return;
      }
      case 'pay':
        return this.#pay(this.#pages[step.page]);
      case 'change':
        return changeInterval(this.#history.user, (path, body) => this.#call(path, body));
      case 'cancel': {
        const before = await this.#endsNow();
        await this.#call('/cancel', { reason: null, comment: '' });
        if (!before && (await this.#endsNow())) this.#history.canceled.here += 1;
        return;
      }
      case 'resume':
        await this.#call('/resume');
        return;
      case 'withdraw':
        await this.#call('/withdraw');
        return;
      case 'portal-card':
        return this.#onPortal('card', 'card', {
          number: step.number,
          cvc: step.number.startsWith('3') ? '1234' : '123',
        });
      case 'portal-cancel': {
        const subscription = await this.#subscriptionNow();
        if (subscription === null || subscription.cancel_at_period_end) return;
        await this.#onPortal('overview', 'cancel', { subscription: subscription.id });
        if (await this.#endsNow()) this.#history.canceled.there += 1;
        return;
      }
      case 'declines':
        if (customer !== null)
          await this.#world.control({ action: 'card-declines', customer, off: step.off });
        return;
      case 'refund':
      case 'dispute':
        if (customer !== null)
          await this.#world
            .control({
              action: step.do,
              customer,
              ...(step.do === 'refund' && step.amount !== null ? { amount: step.amount } : {}),
            })
            .catch(asImpossible);
        return;
      case 'delete-customer':
        if (customer === null) return;
        this.#pages.length = 0;
        this.#history.deletedCustomers.add(customer);
        await this.#world.control({ action: 'delete-customer', customer });
        return;
      case 'look':
        await this.#call('/refresh');
        return;
      case 'renew': {
        if (step.declined && customer !== null)
          await this.#world.control({ action: 'card-declines', customer });
        const end = (await this.#subscriptionNow())?.items.data[0]?.current_period_end;
        if (end !== undefined)
          await this.#pass(Math.max(0, end + 7200 - Math.floor(this.#world.deps.now().getTime() / 1000)));
        return;
      }
      case 'days':
        return this.#pass(step.count * day);
      case 'job':
        return this.#job(step.atOnce, step.dies);
      case 'messages':
        return this.#messages(step.are, step.count);
    }
  }

  /** All is told in the end, or found by the comparison; then the jobs have nothing left to do. */
  async settle(): Promise<void> {
    await this.#messages('right', 0);
    if (this.#history.ends === 'delivered') {
      for (const customer of await listCustomersOf(this.#world.app, this.#history.user)) {
        const { events } = await this.#world.held(this.#history.user, customer);
        for (const { id } of events.toReversed()) await this.#world.control({ action: 'resend', event: id });
      }
      await this.#world.control({ action: 'resend', type: 'charge.dispute.created' }).catch(asImpossible);
    } else await this.#reconcileNow();
    // A reading may change something at the provider, which tells of it.
    for (let round = 0; round < 3; round += 1) await this.#job(2, null);
  }

  /** Ends what goes on, so that the next history does not wait for the renewals of this one. */
  async leave(): Promise<void> {
    for (const customer of await listCustomersOf(this.#world.app, this.#history.user))
      await this.#world.control({ action: 'delete-customer', customer });
    await this.#job(1, null);
  }
}

async function changeInterval(
  user: TestUser,
  call: (path: string, body: unknown) => Promise<TestResponse>,
): Promise<void> {
  const answer = await user.call('GET', '/billing');
  const { billing } = answer.json as { billing: { subscription: { interval: Interval } | null } };
  const to = billing.subscription?.interval === 'month' ? 'year' : 'month';
  const shown = await call('/change/preview', { interval: to });
  if (shown.status !== 200) return;
  const { preview } = shown.json as {
    preview: { dueNow: { amount: number; currency: string }; calculatedAt: number };
  };
  const { dueNow, calculatedAt } = preview;
  await call('/change', {
    interval: to,
    dueNow: dueNow.amount,
    currency: dueNow.currency,
    calculatedAt,
  });
}

function asRefused(error: unknown): null {
  if (error instanceof Error && /has-plan|conflict|payment-refused/.test(error.message)) return null;
  throw error;
}

/** Nothing was paid, or it was paid back already. */
function asImpossible(error: unknown): null {
  if (
    error instanceof Error &&
    /no charge|no such|disputed already|already been refunded|charged back|greater than/.test(error.message)
  )
    return null;
  throw error;
}
