/**
 * Simulates a payment provider after Stripe: the API below /v1, the hosted pages of Checkout, the customer portal and
 * invoices, and webhooks. No money moves, and numbers of cards are kept nowhere.
 */
import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { createFaultRegistry } from '../kit/fault-registry.ts';
import { isJsonObject, numberField, stringField } from '../kit/json-object.ts';
import { createNotifier } from '../kit/notify-faults.ts';
import { type HttpResponse, textResponse } from '../kit/response.ts';
import { createRouter, type Router } from '../kit/router.ts';
import { type RunningSimulator, serve } from '../kit/serve.ts';
import { createApi } from './api.ts';
import { balanceEndpoints } from './balance-api.ts';
import { catalogEndpoints } from './catalog-api.ts';
import { checkoutEndpoints } from './checkout-api.ts';
import { answerAuthentication, showCheckout, submitCheckout } from './checkout-page.ts';
import { heldFor, paymentsActions } from './control.ts';
import { couponEndpoints } from './coupons-api.ts';
import { customerEndpoints } from './customers-api.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { runDue } from './due.ts';
import { faultResponse } from './errors.ts';
import { paymentsFaults } from './faults.ts';
import { authenticateOnPage, payOnPage, showInvoice, showInvoicePdf } from './invoice-page.ts';
import { invoiceEndpoints } from './invoices-api.ts';
import { paymentEndpoints } from './payments-api.ts';
import { authenticateCard, changeCard, changeEnd, changeRecipient, showCardForm } from './portal-actions.ts';
import { portalEndpoints } from './portal-api.ts';
import { showPortal } from './portal-page.ts';
import { forgeries } from './signing.ts';
import { changeSettings, type PaymentsState } from './state.ts';
import { openStateFile, type StateFile } from './state-file.ts';
import { createStore } from './store.ts';
import { subscriptionEndpoints } from './subscriptions-api.ts';

export type PaymentsOptions = {
  port: number;
  /** The API key is `sk_test_` and this, or this alone; the signing secret is `whsec_` and this. */
  secret?: string | undefined;
  /** Where webhooks are sent. */
  webhookUrl?: string | undefined;
  /** Folder that keeps everything over restarts; without it nothing is stored. */
  dataFolder?: string | undefined;
};

/** How often what has become due is carried out while no call comes. */
const tickMs = 1000;

/** Starts it on 127.0.0.1:`port` (0 takes a free one). Rejects with EADDRINUSE for a port in use. */
export async function startPayments(options: PaymentsOptions): Promise<RunningSimulator> {
  const { state, file } = createState(options);
  const router = createRouter();
  addPages(router, state);
  const api = createApi(state, [
    ...catalogEndpoints,
    ...couponEndpoints,
    ...customerEndpoints,
    ...balanceEndpoints,
    ...paymentEndpoints,
    ...subscriptionEndpoints,
    ...invoiceEndpoints,
    ...checkoutEndpoints,
    ...portalEndpoints,
  ]);
  const timer = setInterval(() => tick(state), tickMs).unref();
  const close = () => {
    clearInterval(timer);
    state.queue.stop();
    file.flush();
  };
  const platform = {
    handle: (call: Call) => {
      runDue(state);
      return call.path.startsWith('/v1/') ? api(call) : dispatch(router, call);
    },
    faultResponse,
    named: paymentsFaults(state, close),
    actions: paymentsActions(state),
    read: (call: Call) =>
      call.path === '/_control/state' ? heldFor(state, call.query.get('customer')) : null,
    reset: () => {
      state.queue.clear();
      state.store.clear();
      useWebhookUrl(state, options.webhookUrl);
    },
  };
  const running = await serve(platform, state.clock, options.port);
  moveTo(state, running.url);
  return running;
}

/** A failure ends neither the program nor the ticks. */
function tick(state: PaymentsState): void {
  try {
    runDue(state);
  } catch (error) {
    process.stderr.write(
      `payments: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
}

function createState(options: PaymentsOptions): { state: PaymentsState; file: StateFile } {
  const clock = createClock();
  const store = createStore(() => file.changed());
  const file = openStateFile(options.dataFolder, () => ({
    base: state.base,
    clock: { ahead: clock.now() - Date.now(), held: clock.isFrozen() ? clock.now() : null },
    tables: store.dump(),
  }));
  const secret = options.secret ?? 'kindling-local-secret';
  const faults = createFaultRegistry(clock);
  const queue = createDeliveryQueue({ store, clock, secret });
  const state: PaymentsState = {
    clock,
    store,
    faults,
    queue,
    notifier: createNotifier(faults, queue, forgeries),
    secret,
    base: '',
    request: { id: null, idempotency_key: null },
    actingAt: null,
  };
  const saved = file.read();
  if (saved) {
    if (isJsonObject(saved.tables)) store.load(saved.tables);
    state.base = stringField(saved, 'base') ?? '';
    const time = isJsonObject(saved.clock) ? saved.clock : {};
    const held = numberField(time, 'held');
    clock.setTime(held ?? Date.now() + (numberField(time, 'ahead') ?? 0), held !== undefined);
  }
  useWebhookUrl(state, options.webhookUrl);
  return { state, file };
}

/** Uses the address at which it listens now, also in the links that were stored at another port. */
function moveTo(state: PaymentsState, base: string): void {
  const { store, base: before } = state;
  state.base = base;
  if (before === '' || before === base) return;
  const moved: unknown = JSON.parse(JSON.stringify(store.dump()).replaceAll(`${before}/`, `${base}/`));
  if (isJsonObject(moved)) store.load(moved);
}

/** The address of the environment; without it that of the last run stays. */
function useWebhookUrl(state: PaymentsState, url: string | undefined): void {
  if (url) changeSettings(state, { webhookUrls: [url] });
}

function dispatch(router: Router, call: Call): HttpResponse | Promise<HttpResponse> {
  const found = router.find(call.method, call.path);
  if (!found) return textResponse(404, 'Not found.');
  if (found.wrongMethod) return textResponse(405, 'Method not allowed.');
  return found.handler({ ...call, params: found.params });
}

function addPages(router: Router, state: PaymentsState): void {
  router.on('GET', '/c/pay/{id}', (call) => showCheckout(state, call));
  router.on('POST', '/c/pay/{id}', (call) => submitCheckout(state, call));
  router.on('POST', '/c/pay/{id}/authentication', (call) => answerAuthentication(state, call));
  router.on('GET', '/p/session/{id}', (call) => showPortal(state, call));
  router.on('GET', '/p/session/{id}/card', (call) => showCardForm(state, call));
  router.on('POST', '/p/session/{id}/card', (call) => changeCard(state, call));
  router.on('POST', '/p/session/{id}/card/{card}', (call) => authenticateCard(state, call));
  router.on('POST', '/p/session/{id}/recipient', (call) => changeRecipient(state, call));
  router.on('POST', '/p/session/{id}/cancel', (call) => changeEnd(state, call, true));
  router.on('POST', '/p/session/{id}/resume', (call) => changeEnd(state, call, false));
  router.on('GET', '/i/{id}', (call) => showInvoice(state, call));
  router.on('POST', '/i/{id}', (call) => payOnPage(state, call));
  router.on('GET', '/i/{id}/pdf', (call) => showInvoicePdf(state, call));
  router.on('POST', '/i/{id}/authentication/{card}', (call) => authenticateOnPage(state, call));
}
