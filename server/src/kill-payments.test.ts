/** The built program is killed while the payment provider tells it of orders: each is stored once, with each of its mails. */
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { startPayments } from '../../simulators/payments/server.ts';
import { goodCard, postControl, sendForm } from '../../simulators/payments/test-client.ts';
import { openDatabase } from './db/client.ts';
import { newId } from './lib/ids.ts';
import { queryAsOwner, silentLog } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import {
  type PreparedDatabase,
  prepareAnyDatabase,
  prepareDatabase,
  setUpPrograms,
  startProgram,
  stopProgram,
} from './testing/programs.ts';
import { runsEverything } from './testing/scope.ts';
import { simulatorEnv } from './testing/simulators.ts';

const accounts = 12;

setUpPrograms();
vi.setConfig({ testTimeout: 180_000 });

async function query<Row extends object>(
  { options }: PreparedDatabase,
  work: (run: (sql: string, values?: unknown[]) => Promise<Row[]>) => Promise<Row[]>,
): Promise<Row[]> {
  const db = await openDatabase({ ...options, log: silentLog });
  try {
    return await work(async (sql, values = []) => (await queryAsOwner<Row>(db, sql, values)).rows);
  } finally {
    await db.close();
  }
}

async function startProvider() {
  const secret = simulatorEnv.KINDLING_SIMULATOR_SECRET;
  const running = await startPayments({ port: 0, secret });
  const { hostname, port } = new URL(running.url);
  const stripe = new Stripe(`sk_test_${secret}`, { host: hostname, port: Number(port), protocol: 'http' });
  return { ...running, stripe };
}

/** An owner of an account, the customer at the provider, and an open order, whose page waits for the payment. */
async function prepareOrder(
  stripe: Stripe,
  price: string,
  run: (sql: string, values?: unknown[]) => Promise<unknown>,
): Promise<string> {
  const [account, user, order] = [newId(), newId(), newId()];
  const { id: customer } = await stripe.customers.create({ metadata: { account } });
  await run(
    `insert into accounts (id, name, trial_ends_at) values ($1, 'Bakery', now() + interval '14 days')`,
    [account],
  );
  await run(`insert into users (id, issuer, sub, email) values ($1, 'test', $2, $3)`, [
    user,
    user,
    `${user}@example.com`,
  ]);
  await run(`insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')`, [account, user]);
  await run('insert into payment_customers (account_id, customer_id) values ($1, $2)', [account, customer]);
  await run('insert into subscriptions (account_id, customer_id) values ($1, $2)', [account, customer]);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/billing',
    subscription_data: { metadata: { account, order } },
  });
  await run(
    `insert into plan_orders (account_id, id, kind, state, billing_interval, amount, currency, ordered_by, ordered_at,
       terms_version, customer_id, price_id, session_id)
     values ($1, $2, 'purchase', 'open', 'month', 1500, 'USD', $3, now(), '1', $4, $5, $6)`,
    [account, order, user, customer, price, session.id],
  );
  return session.url ?? '';
}

interface Outcome {
  plan_state: string;
  orders: number;
  invoices: number;
  mails: string;
  waiting: number;
}

const outcomes = `
  select a.plan_state,
    (select count(*) from plan_orders o where o.account_id = a.id and o.state = 'completed')::int as orders,
    (select count(*) from invoices i where i.account_id = a.id and i.status = 'paid')::int as invoices,
    (select string_agg(e.template, ' ' order by e.template) from emails e where e.account_id = a.id) as mails,
    (select count(*) from payment_events p join payment_customers c using (customer_id)
      where c.account_id = a.id and p.handled_at is null)::int as waiting
  from accounts a`;

test.each(runsEverything ? (['any', 'embedded'] as const) : (['any'] as const))(
  'a kill while payments are told loses and doubles none, %s',
  async (kind) => {
    const data = `kill-payments-${kind}`;
    const database = await (kind === 'embedded' ? prepareDatabase(data) : prepareAnyDatabase(data));
    const provider = await startProvider();
    const { stripe, url } = provider;
    const env = {
      ...database.env,
      KINDLING_PAYMENTS_SIMULATOR_URL: url,
      KINDLING_ROLES: 'web,worker,identity',
    };
    try {
      const product = await stripe.products.create({ name: 'Plan' });
      const price = await stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: 1500,
        recurring: { interval: 'month' },
      });
      const pages: string[] = [];
      await query(database, async (run) => {
        for (let count = 0; count < accounts; count += 1)
          pages.push(await prepareOrder(stripe, price.id, run));
        return [];
      });
      const first = await startProgram(data, env);
      await first.ready;
      await postControl(url, { action: 'webhook', url: `http://127.0.0.1:${first.port}/hooks/stripe` });
      let told = 0;
      const paying = pages.map(async (page) => {
        await sendForm(page, goodCard);
        told += 1;
      });
      await eventually(() => expect(told).toBeGreaterThan(accounts / 3), 5);
      first.child.kill('SIGKILL');
      await Promise.all([...paying, first.exited]);
      const { waiting } = await postControl(url, { action: 'deliveries' });
      const unacknowledged = (waiting as { event: string }[]).map(({ event }) => event);
      const found = await eventually(async () => {
        const next = await startProgram(data, env);
        await next.ready;
        // The provider sends again what was not acknowledged, and nothing else.
        for (const event of unacknowledged.splice(0)) await postControl(url, { action: 'resend', event });
        await stopProgram(next);
        const rows = await query<Outcome>(database, (run) => run(outcomes));
        expect(rows.map(({ waiting }) => waiting)).toEqual(rows.map(() => 0));
        return rows;
      });
      expect(found).toHaveLength(accounts);
      const all = {
        plan_state: 'active',
        orders: 1,
        invoices: 1,
        mails: 'order-confirmed payment-received',
        waiting: 0,
      };
      for (const one of found) expect(one).toEqual(all);
    } finally {
      await provider.close();
    }
  },
);
