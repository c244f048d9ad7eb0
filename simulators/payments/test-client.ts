import Stripe from 'stripe';
import type { RunningSimulator } from '../kit/serve.ts';
import { type PaymentsOptions, startPayments } from './server.ts';

export const secret = 'a secret of the tests';

export interface TestPayments extends RunningSimulator {
  stripe: Stripe;
  control(order: object): Promise<Record<string, unknown>>;
  advance(days: number): Promise<unknown>;
  /** Sends a form to a page, as a browser does. */
  send(path: string, fields: Record<string, string>): Promise<Response>;
}

/** Starts the simulator with a client for its API and its pages. */
export async function startTestPayments(options: Partial<PaymentsOptions> = {}): Promise<TestPayments> {
  const running = await startPayments({ port: 0, secret: secret.replaceAll(' ', '-'), ...options });
  const { hostname, port } = new URL(running.url);
  const stripe = new Stripe(`sk_test_${secret.replaceAll(' ', '-')}`, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const control = (order: object) => postControl(running.url, order);
  return {
    ...running,
    stripe,
    control,
    advance: (days) => control({ action: 'advance', days }),
    send: (path, fields) => sendForm(new URL(path, running.url), fields),
  };
}

/** Sends an order to the simulator at `url`. @throws Error when it refuses it */
export async function postControl(url: string, order: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, unknown>;
}

/** Sends the form of one of the provider's pages, as a browser does. */
export function sendForm(address: string | URL, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

/** A product with a monthly and a yearly price. */
export async function createPrices(stripe: Stripe, currency = 'eur') {
  const product = await stripe.products.create({ name: 'Kindling Pro' });
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({
      product: product.id,
      currency,
      unit_amount,
      recurring: { interval },
      lookup_key: `pro_${interval}_${currency}`,
      transfer_lookup_key: true,
      tax_behavior: 'inclusive',
    });
  return { product, monthly: await price(2900, 'month'), yearly: await price(29_000, 'year') };
}

/** What the page of Checkout takes for a payment that succeeds. */
export const goodCard = {
  do: 'subscribe',
  email: 'owner@example.com',
  name: 'Ana Owner',
  country: 'DE',
  postal_code: '10115',
  line1: 'Street 1',
  city: 'Berlin',
  number: '4242 4242 4242 4242',
  expiry: '12/44',
  cvc: '123',
};

type SessionParams = Partial<Stripe.Checkout.SessionCreateParams>;

export function createSession(stripe: Stripe, price: string, more: SessionParams = {}) {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://app.example/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://app.example/plans',
    ...more,
  });
}

/** Goes through Checkout, and returns the subscription. */
export async function subscribe(
  payments: TestPayments,
  price: string,
  more: SessionParams = {},
  fields: Record<string, string> = {},
) {
  const session = await createSession(payments.stripe, price, more);
  const response = await payments.send(`/c/pay/${session.id}`, { ...goodCard, ...fields });
  if (response.status !== 303)
    throw new Error(`Checkout answered ${response.status}: ${await response.text()}`);
  const complete = await payments.stripe.checkout.sessions.retrieve(session.id);
  const subscription = await payments.stripe.subscriptions.retrieve(String(complete.subscription));
  return { session: complete, subscription, customer: String(complete.customer) };
}
