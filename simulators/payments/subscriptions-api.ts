import { endpoint } from './endpoint.ts';
import { invalidRequest, noSuchObject } from './errors.ts';
import { change } from './events.ts';
import { attemptPayment, createInvoice, finalizeInvoice } from './invoices.ts';
import { listOf } from './lists.ts';
import type { Subscription } from './objects.ts';
import { changedMetadata, type Input, oneOf, paging } from './params.ts';
import { prorationTime } from './preview.ts';
import { resumeSubscription } from './renewal.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { changeItem, orderFor, takePendingLines } from './subscription-change.ts';
import { creditLine, type ItemChange, itemOf } from './subscription-lines.ts';
import { endSubscription } from './subscription-status.ts';

export const prorationBehaviors = oneOf('always_invoice', 'create_prorations', 'none');
export const itemSpec = { id: 'text', price: 'text', quantity: 'int' } as const;

export const cancelReasons = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
);

const cancellationDetails = {
  comment: 'text',
  feedback: cancelReasons,
} as const;

const statuses = oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
);

const updateSpec = {
  items: [itemSpec],
  proration_behavior: prorationBehaviors,
  proration_date: 'int',
  payment_behavior: oneOf('allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete'),
  cancel_at_period_end: 'bool',
  cancellation_details: cancellationDetails,
  default_payment_method: 'text',
  description: 'text',
  metadata: 'map',
} as const;

/** Subscriptions; they are created by checkout sessions. */
export const subscriptionEndpoints = [
  endpoint(
    'GET',
    '/subscriptions',
    { ...paging, customer: 'text', status: statuses, price: 'text', created: 'range' },
    (state, input) => {
      if (input.customer) getObject(state, 'customer', input.customer, 'customer');
      return listOf(
        state,
        'subscription',
        input,
        '/v1/subscriptions',
        (subscription) =>
          (!input.customer || subscription.customer === input.customer) &&
          (!input.price || itemOf(subscription).price.id === input.price) &&
          hasStatus(subscription, input.status),
      );
    },
  ),
  endpoint('GET', '/subscriptions/{id}', {}, (state, _, { id = '' }) => getObject(state, 'subscription', id)),
  endpoint('POST', '/subscriptions/{id}', updateSpec, (state, input, { id = '' }) => {
    updateSubscription(state, getObject(state, 'subscription', id), input);
    return getObject(state, 'subscription', id);
  }),
  endpoint(
    'POST',
    '/subscriptions/{id}/resume',
    { billing_cycle_anchor: oneOf('now'), proration_behavior: prorationBehaviors },
    (state, _, { id = '' }) => resumeSubscription(state, id),
  ),
  endpoint(
    'DELETE',
    '/subscriptions/{id}',
    { prorate: 'bool', invoice_now: 'bool', cancellation_details: cancellationDetails },
    (state, input, { id = '' }) => {
      const subscription = getObject(state, 'subscription', id);
      if (subscription.status === 'canceled') throw noSuchObject('subscription', id);
      if (input.invoice_now) invoiceBeforeEnd(state, subscription, input.prorate === true);
      return endSubscription(state, id, 'cancellation_requested', knownDetails(input.cancellation_details));
    },
  ),
];

/** Without a status a list has everything that is not canceled. */
function hasStatus({ status }: Subscription, asked: string | null | undefined): boolean {
  if (!asked) return status !== 'canceled';
  if (asked === 'ended') return ['canceled', 'incomplete_expired'].includes(status);
  return asked === 'all' || status === asked;
}

type Update = Exclude<Input<typeof updateSpec>, null>;

function updateSubscription(state: PaymentsState, subscription: Subscription, input: Update): void {
  const { id } = subscription;
  const wanted = input.items ? itemChange(state, subscription, input.items, input) : null;
  if (subscription.status === 'canceled') {
    const allowed = ['metadata', 'cancellation_details'];
    if (Object.keys(input).some((name) => !allowed.includes(name)))
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
        code: 'invalid_canceled_subscription_fields',
      });
  }
  const behavior = input.payment_behavior ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') refuseWithPending(input);
  // The item first: when its payment is refused, nothing else changes either.
  if (wanted) changeItem(state, id, wanted, behavior);
  const changes = otherChanges(state, getObject(state, 'subscription', id), input);
  if (Object.keys(changes).length > 0) change(state, 'subscription', id, changes);
}

function refuseWithPending(input: Update): void {
  const unsupported = (
    [
      'cancel_at_period_end',
      'cancellation_details',
      'default_payment_method',
      'description',
      'metadata',
    ] as const
  ).find((name) => input[name] !== undefined);
  if (unsupported)
    throw invalidRequest(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. You cannot pass the following param: ${unsupported}.`,
      { param: unsupported },
    );
}

interface ItemInput {
  id?: string | null | undefined;
  price?: string | null | undefined;
  quantity?: number | null | undefined;
}

/** Reads the item of a change. @throws HttpError when it is not the item that the subscription has */
export function itemChange(
  state: PaymentsState,
  subscription: Subscription,
  items: readonly ItemInput[],
  how: { proration_behavior?: string | null | undefined; proration_date?: number | null | undefined },
): ItemChange {
  const own = itemOf(subscription);
  const [given] = items;
  if (!given || items.length > 1 || !given.id)
    throw invalidRequest('This simulator has one item per subscription: pass its `items[0][id]`.', {
      param: 'items',
    });
  if (given.id !== own.id) throw noSuchObject('subscription_item', given.id, 'items[0][id]');
  const price = given.price ? getObject(state, 'price', given.price, 'items[0][price]') : own.price;
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'items[0][price]',
    });
  if (!price.recurring)
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      {
        param: 'items[0][price]',
      },
    );
  return {
    price,
    quantity: given.quantity ?? own.quantity,
    proration: (how.proration_behavior ?? 'create_prorations') as ItemChange['proration'],
    at: prorationTime(subscription, how.proration_date, secondsNow(state)),
  };
}

function otherChanges(
  state: PaymentsState,
  subscription: Subscription,
  input: Update,
): Partial<Subscription> {
  const changes: Partial<Subscription> = {};
  const card = input.default_payment_method;
  if (card !== undefined) {
    if (card !== null && state.store.find('payment_method', card)?.customer !== subscription.customer)
      throw invalidRequest(`No such PaymentMethod: '${card}'`, {
        code: 'resource_missing',
        param: 'default_payment_method',
      });
    changes.default_payment_method = card;
  }
  if (input.metadata !== undefined) changes.metadata = changedMetadata(subscription.metadata, input.metadata);
  if (input.description !== undefined) changes.description = input.description;
  if (typeof input.cancel_at_period_end === 'boolean')
    Object.assign(changes, endChanges(state, subscription, input.cancel_at_period_end));
  if (input.cancellation_details !== undefined)
    changes.cancellation_details = {
      ...(changes.cancellation_details ?? subscription.cancellation_details),
      ...knownDetails(input.cancellation_details),
    };
  return changes;
}

/** What changes when a subscription is to end with its period, or not any more. */
export function endChanges(
  state: PaymentsState,
  subscription: Subscription,
  ends: boolean,
): Partial<Subscription> {
  if (ends === subscription.cancel_at_period_end) return {};
  const reason = ends ? 'cancellation_requested' : null;
  const none = ends ? {} : { comment: null, feedback: null };
  return {
    cancel_at: ends ? itemOf(subscription).current_period_end : null,
    cancel_at_period_end: ends,
    canceled_at: ends ? secondsNow(state) : null,
    cancellation_details: { ...subscription.cancellation_details, ...none, reason },
  };
}

function knownDetails(
  details: { comment?: string | null | undefined; feedback?: string | null | undefined } | undefined,
) {
  const { comment, feedback } = details ?? {};
  return { ...(comment === undefined ? {} : { comment }), ...(feedback === undefined ? {} : { feedback }) };
}

/** The last invoice: waiting prorations, and with `prorate` the credit for the time that is left. */
function invoiceBeforeEnd(state: PaymentsState, subscription: Subscription, prorate: boolean): void {
  const now = secondsNow(state);
  const credit = prorate ? [creditLine(state, subscription, itemOf(subscription), now)] : [];
  const lines = [...takePendingLines(state, subscription.id), ...credit];
  if (lines.length === 0) return;
  const invoice = createInvoice(state, orderFor(state, subscription, lines, now), 'subscription_update');
  if (finalizeInvoice(state, invoice.id).status === 'open')
    attemptPayment(state, invoice.id, {
      presence: { onSession: false, authenticated: false },
      dunning: false,
    });
}
