import { paymentOf } from './charges.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter, stripeError } from './errors.ts';
import { attemptPayment, markPaid, markUncollectible, voidInvoice } from './invoices.ts';
import { listOf } from './lists.ts';
import type { Invoice } from './objects.ts';
import { oneOf, paging } from './params.ts';
import { previewInvoice } from './preview.ts';
import { getObject, type PaymentsState } from './state.ts';
import { itemChange, itemSpec, prorationBehaviors } from './subscriptions-api.ts';

/** Invoices, their payments, and previews. */
export const invoiceEndpoints = [
  endpoint(
    'GET',
    '/invoices',
    {
      ...paging,
      customer: 'text',
      subscription: 'text',
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      collection_method: oneOf('charge_automatically', 'send_invoice'),
      created: 'range',
    },
    (state, input) =>
      listOf(
        state,
        'invoice',
        input,
        '/v1/invoices',
        (invoice) =>
          (!input.customer || invoice.customer === input.customer) &&
          (!input.subscription || invoice.parent.subscription_details.subscription === input.subscription) &&
          (!input.status || invoice.status === input.status),
      ),
  ),
  endpoint(
    'POST',
    '/invoices/create_preview',
    {
      customer: 'text',
      subscription: 'text',
      subscription_details: {
        items: [itemSpec],
        proration_behavior: prorationBehaviors,
        proration_date: 'int',
        cancel_at_period_end: 'bool',
      },
    },
    (state, { subscription: id, subscription_details: details }) => {
      if (!id) throw missingParameter('subscription');
      const subscription = getObject(state, 'subscription', id, 'subscription');
      const wanted = details?.items ? itemChange(state, subscription, details.items, details) : null;
      const cancels = details?.cancel_at_period_end ?? subscription.cancel_at_period_end;
      return previewInvoice(state, subscription, wanted, cancels);
    },
  ),
  endpoint('GET', '/invoices/{id}', {}, (state, _, { id = '' }) => getObject(state, 'invoice', id)),
  endpoint(
    'POST',
    '/invoices/{id}/pay',
    { payment_method: 'text', off_session: 'bool', paid_out_of_band: 'bool' },
    (state, input, { id = '' }) => payInvoice(state, getObject(state, 'invoice', id), input),
  ),
  endpoint('POST', '/invoices/{id}/mark_uncollectible', {}, (state, _, { id = '' }) => {
    if (getObject(state, 'invoice', id).status !== 'open')
      throw invalidRequest("You can only pass in open invoices. This invoice isn't open.", {
        code: 'status_transition_invalid',
      });
    return markUncollectible(state, id);
  }),
  endpoint('POST', '/invoices/{id}/void', {}, (state, _, { id = '' }) => {
    const invoice = getObject(state, 'invoice', id);
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw invalidRequest(`You can only pass in open or uncollectible invoices. This invoice isn't open.`, {
        code: 'status_transition_invalid',
      });
    return voidInvoice(state, id);
  }),
  endpoint(
    'GET',
    '/invoice_payments',
    {
      ...paging,
      invoice: 'text',
      payment: { payment_intent: 'text', type: oneOf('payment_intent') },
      status: oneOf('open', 'paid', 'canceled'),
      created: 'range',
    },
    (state, input) =>
      listOf(
        state,
        'invoice_payment',
        input,
        '/v1/invoice_payments',
        (payment) =>
          (!input.invoice || payment.invoice === input.invoice) &&
          (!input.payment?.payment_intent ||
            payment.payment.payment_intent === input.payment.payment_intent) &&
          (!input.status || payment.status === input.status),
      ),
  ),
  endpoint('GET', '/invoice_payments/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'invoice_payment', id),
  ),
];

/** @throws HttpError with 402 when the card is declined */
function payInvoice(
  state: PaymentsState,
  invoice: Invoice,
  input: { payment_method?: string | null | undefined; paid_out_of_band?: boolean | null | undefined },
): Invoice {
  if (invoice.status === 'paid')
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(`This invoice can no longer be paid`, { code: 'invoice_not_editable' });
  if (input.paid_out_of_band) return markPaid(state, invoice.id);
  const card = input.payment_method
    ? getObject(state, 'payment_method', input.payment_method, 'payment_method', 'PaymentMethod')
    : undefined;
  const presence = { onSession: false, authenticated: false };
  const outcome = attemptPayment(state, invoice.id, { ...(card ? { card } : {}), presence, dunning: false });
  if (outcome.kind === 'declined')
    throw stripeError(402, 'card_error', outcome.decline.message, {
      code: outcome.decline.code,
      decline_code: outcome.decline.decline_code,
      ...intentOf(state, invoice.id),
    });
  return getObject(state, 'invoice', invoice.id);
}

function intentOf(state: PaymentsState, invoice: string): { payment_intent?: object } {
  const payment = paymentOf(state, invoice);
  return payment ? { payment_intent: payment.intent } : {};
}
