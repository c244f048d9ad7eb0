/** For tests only: an installation with plans whose payment provider is the simulator, with a clock that both follow. */
import type { Billing } from '@kindling/contract/billing';
import { goodCard, postControl, sendForm } from '../../../simulators/payments/test-client.ts';
import { inSystem } from '../db/transaction.ts';
import type { PaymentsDeps } from '../features/payments/deps.ts';
import { listWaitingCustomers } from '../features/payments/event-queries.ts';
import { handleEventsOf } from '../features/payments/handle-events.ts';
import { type DatabaseMode, queryAsOwner } from './database.ts';
import { startTestApp, type TestApp, type TestUser } from './test-app.ts';

/** What the provider holds of a customer. */
export interface Held {
  sessions: { id: string; status: string; url: string }[];
  subscriptions: { id: string; status: string; items: { data: { price: { unit_amount: number } }[] } }[];
  charges: { id: string; amount: number; amount_refunded: number; status: string }[];
  refunds: { amount: number; charge: string }[];
  events: { id: string }[];
}

export interface PaymentsWorld {
  app: TestApp;
  deps: PaymentsDeps;
  url: string;
  control(order: object): Promise<Record<string, unknown>>;
  /** Moves both clocks, and handles what the provider then tells. */
  advance(days: number): Promise<void>;
  /** Handles the messages that the webhook has stored. */
  handleEvents(): Promise<void>;
  /** Sends the form of one of the provider's pages. */
  send(address: string, fields: Record<string, string>): Promise<Response>;
  /** Orders and pays, as a person does in two pages. */
  buy(user: TestUser, interval?: 'month' | 'year', card?: Record<string, string>): Promise<void>;
  /** An account in its trial. */
  newUser(): Promise<TestUser>;
  /** An account that pays monthly. */
  newBuyer(): Promise<TestUser>;
  /** The last customer of the account; empty without one. */
  customerOf(user: TestUser): Promise<string>;
  /** What the provider holds of the account's last customer, or of another one. */
  held(user: TestUser, customer?: string): Promise<Held>;
  /** Enters another card on the provider's page for it. */
  changeCard(user: TestUser, card: { number: string; expiry: string; cvc: string }): Promise<Response>;
  billing(user: TestUser): Promise<Billing>;
  /** Kinds of the mails to the account, in the order in which they were stored. */
  mails(user: TestUser): Promise<string[]>;
  close(): Promise<void>;
}

export async function startPaymentsWorld(
  mode: DatabaseMode,
  settings: Record<string, string> = {},
): Promise<PaymentsWorld> {
  const app = await startTestApp(mode, { payments: true, settings });
  const { payments: deps } = app.services;
  const url = app.paymentsUrl;
  if (deps === null || url === null) throw new Error('The installation has no plans.');
  let ahead = 0;
  deps.now = () => new Date(Date.now() + ahead);
  const control = (order: object) => postControl(url, order);
  await control({ action: 'webhook', url: `${await app.listen()}/hooks/stripe` });
  const handleEvents = () => handleAll(app, deps, control);
  const buy: PaymentsWorld['buy'] = async (user, interval = 'month', card = {}) => {
    await pay(await order(user, interval), card);
    await handleEvents();
  };
  let users = 0;
  const newUser = () => {
    users += 1;
    return app.signIn(`owner${users}@example.com`);
  };
  const customerOf = async (user: TestUser) => (await listCustomersOf(app, user)).at(-1) ?? '';
  return {
    app,
    deps,
    url,
    control,
    send: sendForm,
    handleEvents,
    async advance(days) {
      ahead += days * 86_400_000;
      await control({ action: 'advance', days });
      await handleEvents();
    },
    buy,
    newUser,
    async newBuyer() {
      const user = await newUser();
      await buy(user);
      return user;
    },
    customerOf,
    held: async (user, customer) => readHeld(url, customer ?? (await customerOf(user))),
    async changeCard(user, card) {
      const opened = await user.call('POST', '/billing/portal', { page: 'card' });
      return sendForm(`${(opened.json as { address: string }).address}/card`, { ...goodCard, ...card });
    },
    billing: async (user) => ((await user.call('GET', '/billing')).json as { billing: Billing }).billing,
    mails: (user) => listMails(app, user.accountId),
    close: () => app.close(),
  };
}

/** Pays on the provider's page. @throws Error when the page shows an error */
export async function pay(address: string, card: Record<string, string> = {}): Promise<void> {
  const response = await sendForm(address, { ...goodCard, ...card });
  if (response.status !== 303 && response.status !== 302)
    throw new Error(`The page answered ${response.status}: ${await response.text()}`);
}

export const prices = { month: 1500, year: 14_400 } as const;

/** @returns the address of the provider's page */
export async function order(user: TestUser, interval: 'month' | 'year' = 'month'): Promise<string> {
  const answer = await user.call('POST', '/billing/orders', {
    interval,
    amount: prices[interval],
    currency: 'USD',
  });
  if (answer.status !== 200) throw new Error(`The order answered ${answer.text}`);
  return (answer.json as { payAt: string }).payAt;
}

async function readHeld(url: string, customer: string): Promise<Held> {
  return (await (await fetch(`${url}/_control/state?customer=${customer}`)).json()) as Held;
}

/** All customers that the account ever had, the first one first. */
export async function listCustomersOf(
  { services }: Pick<TestApp, 'services'>,
  { accountId }: TestUser,
): Promise<string[]> {
  const { rows } = await queryAsOwner<{ customer_id: string }>(
    services.db,
    'select customer_id from payment_customers where account_id = $1 order by created_at, customer_id',
    [accountId],
  );
  return rows.map(({ customer_id }) => customer_id);
}

async function handleAll(
  { services }: TestApp,
  deps: PaymentsWorld['deps'],
  control: PaymentsWorld['control'],
): Promise<void> {
  await control({ action: 'deliver' });
  for (;;) {
    const waiting = await inSystem(services.db, (system) => listWaitingCustomers(system, deps.now(), 100));
    if (waiting.length === 0) return;
    for (const customerId of waiting) await handleEventsOf(deps, customerId);
  }
}

async function listMails({ services }: TestApp, accountId: string): Promise<string[]> {
  const rows = await inSystem(services.db, (system) =>
    system
      .selectFrom('emails')
      .select('template')
      .where('account_id', '=', accountId)
      .where('template', '<>', 'welcome')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.map(({ template }) => template);
}
