import { type SessionInput, sessionSpec } from './checkout-params.ts';
import { getCustomer } from './customers-api.ts';
import { discountDraft, isCouponUsable } from './discounts.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter, noSuchObject } from './errors.ts';
import { newId } from './ids.ts';
import { lineItemsOf } from './line-items.ts';
import { innerList, listOf } from './lists.ts';
import type { CheckoutSession, Coupon, Customer, Price, PromotionCode } from './objects.ts';
import { changedMetadata, oneOf, paging } from './params.ts';
import { sessionAmounts, trialEndOf } from './session-amounts.ts';
import { expireSession } from './session-state.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { isRunning } from './subscription-status.ts';

const hour = 3600;

/** Checkout sessions; only subscriptions are sold. */
export const checkoutEndpoints = [
  endpoint('POST', '/checkout/sessions', sessionSpec, createSession),
  endpoint(
    'GET',
    '/checkout/sessions',
    {
      ...paging,
      customer: 'text',
      subscription: 'text',
      status: oneOf('open', 'complete', 'expired'),
      created: 'range',
    },
    (state, input) =>
      listOf(
        state,
        'session',
        input,
        '/v1/checkout/sessions',
        (session) =>
          (!input.customer || session.customer === input.customer) &&
          (!input.subscription || session.subscription === input.subscription) &&
          (!input.status || session.status === input.status),
        'checkout.session',
      ),
  ),
  endpoint('GET', '/checkout/sessions/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'session', id, 'id', 'checkout.session'),
  ),
  endpoint('GET', '/checkout/sessions/{id}/line_items', { limit: 'int' }, (state, _, { id = '' }) => {
    getObject(state, 'session', id, 'id', 'checkout.session');
    return innerList(lineItemsOf(state, id), `/v1/checkout/sessions/${id}/line_items`);
  }),
  endpoint('POST', '/checkout/sessions/{id}/expire', {}, (state, _, { id = '' }) => {
    const session = getObject(state, 'session', id, 'id', 'checkout.session');
    if (session.status !== 'open')
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    return expireSession(state, id);
  }),
];

function createSession(state: PaymentsState, input: SessionInput): CheckoutSession {
  if (!input.mode) throw missingParameter('mode');
  if (input.mode !== 'subscription')
    throw invalidRequest('This simulator knows `mode=subscription` only.', { param: 'mode' });
  if (!input.success_url) throw missingParameter('success_url');
  checkAddresses(input);
  const lines = (input.line_items ?? []).map((line, at) => readLine(state, line, at));
  const [first] = lines;
  if (!first) throw missingParameter('line_items');
  if (lines.length > 1)
    throw invalidRequest('This simulator sells one price at a time.', { param: 'line_items' });
  const customer = input.customer ? getCustomer(state, input.customer, 'customer') : null;
  if (customer && input.customer_email)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer',
    });
  if (customer) checkCurrency(state, customer, first.price);
  checkCustomerUpdate(input, customer);
  if (input.automatic_tax?.enabled && first.price.tax_behavior === 'unspecified')
    throw invalidRequest(
      `You must set \`tax_behavior\` on the price to use automatic tax: ${first.price.id}`,
      {
        param: 'line_items[0][price]',
      },
    );
  const discount = readDiscount(state, input, first.price);
  const id = newId('cs_test', 58);
  const data = input.subscription_data ?? {};
  state.store.put('order', {
    id,
    lines: [{ price: first.price.id, quantity: first.quantity }],
    coupon: discount?.coupon.id ?? null,
    promotionCode: discount?.promotion?.id ?? null,
    trialDays: data.trial_period_days ?? null,
    trialEnd: data.trial_end ?? null,
    missingPaymentMethod: data.trial_settings?.end_behavior?.missing_payment_method ?? 'create_invoice',
    subscriptionMetadata: changedMetadata({}, data.metadata),
    subscriptionDescription: data.description ?? null,
    customerUpdate: {
      address: input.customer_update?.address ?? 'never',
      name: input.customer_update?.name ?? 'never',
    },
  });
  return state.store.put('session', sessionObject(state, id, input, first.price, discount));
}

function readLine(
  state: PaymentsState,
  line: { price?: string | null | undefined; quantity?: number | null | undefined },
  at: number,
): { price: Price; quantity: number } {
  const param = `line_items[${at}][price]`;
  if (!line.price) throw missingParameter(param);
  const price = getObject(state, 'price', line.price, param);
  if (!price.active)
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param,
    });
  if (!price.recurring)
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode.', { param });
  if (!line.quantity) throw missingParameter(`line_items[${at}][quantity]`);
  return { price, quantity: line.quantity };
}

function checkAddresses(input: SessionInput): void {
  for (const name of ['success_url', 'cancel_url'] as const) {
    const address = input[name];
    if (address && !/^https?:\/\/[^/]/.test(address))
      throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: name });
  }
}

/** A customer pays in one currency as long as a subscription runs. */
function checkCurrency(state: PaymentsState, customer: Customer, price: Price): void {
  if (customer.currency === null || customer.currency === price.currency) return;
  const active = state.store
    .list('subscription')
    .some((subscription) => subscription.customer === customer.id && isRunning(subscription));
  if (active)
    throw invalidRequest(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${customer.currency}`,
    );
}

/** What Checkout asks an existing customer for must be allowed to change the customer. */
function checkCustomerUpdate({ customer_update, ...input }: SessionInput, customer: Customer | null): void {
  if (customer_update && !customer)
    throw invalidRequest('`customer_update` can only be used with `customer`.', { param: 'customer_update' });
  if (!customer) return;
  if (input.tax_id_collection?.enabled && customer_update?.name !== 'auto')
    throw invalidRequest(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      { param: 'customer_update[name]' },
    );
  if (input.automatic_tax?.enabled && !customer.address?.country && customer_update?.address !== 'auto')
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: 'customer_tax_location_invalid' },
    );
}

type DiscountChoice = { coupon: Coupon; promotion: PromotionCode | null };

function readDiscount(state: PaymentsState, input: SessionInput, price: Price): DiscountChoice | null {
  const [given, ...more] = input.discounts ?? [];
  if (!given) return null;
  if (input.allow_promotion_codes)
    throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', {
      code: 'parameters_exclusive',
      param: 'allow_promotion_codes',
    });
  if (more.length > 0) throw invalidRequest('You may only specify one discount.', { param: 'discounts' });
  const promotion = given.promotion_code
    ? getObject(state, 'promotion_code', given.promotion_code, 'discounts[0][promotion_code]')
    : null;
  const id = promotion?.promotion.coupon ?? given.coupon;
  if (!id) throw missingParameter('discounts[0][coupon]');
  const coupon = state.store.find('coupon', id);
  if (!coupon) throw noSuchObject('coupon', id, 'discounts[0][coupon]');
  const usable = isCouponUsable(coupon, secondsNow(state)) && (promotion?.active ?? true);
  if (!usable) throw invalidRequest('This coupon is no longer valid.', { code: 'coupon_expired' });
  if (coupon.currency !== null && coupon.currency !== price.currency)
    throw invalidRequest('The coupon does not support the currency of the price.', {
      param: 'discounts[0][coupon]',
    });
  return { coupon, promotion };
}

function sessionObject(
  state: PaymentsState,
  id: string,
  input: SessionInput,
  price: Price,
  discount: DiscountChoice | null,
): CheckoutSession {
  const now = secondsNow(state);
  const expires_at = input.expires_at ?? now + 24 * hour;
  if (expires_at < now + hour / 2 || expires_at > now + 24 * hour)
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  const blocked = input.payment_method_options?.card?.restrictions?.brands_blocked;
  const draft = discount ? [discountDraft(discount.coupon, discount.promotion)] : [];
  const customer = input.customer ? getObject(state, 'customer', input.customer) : null;
  const order = getObject(state, 'order', id);
  const automaticTax = input.automatic_tax?.enabled === true;
  return {
    ...constants,
    ...sessionAmounts(state, { order, customer, discounts: draft, automaticTax }),
    id,
    object: 'checkout.session',
    created: now,
    adaptive_pricing: input.adaptive_pricing ? { enabled: input.adaptive_pricing.enabled === true } : null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    automatic_tax: {
      enabled: automaticTax,
      liability: automaticTax ? { type: 'self' } : null,
      provider: automaticTax ? 'stripe' : null,
      status: automaticTax ? 'requires_location_inputs' : null,
    },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    currency: price.currency,
    custom_text: {
      after_submit: messageOf(input.custom_text?.after_submit),
      shipping_address: null,
      submit: messageOf(input.custom_text?.submit),
      terms_of_service_acceptance: messageOf(input.custom_text?.terms_of_service_acceptance),
    },
    customer: input.customer ?? null,
    customer_creation: input.customer ? null : 'always',
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: discount
      ? [
          {
            coupon: discount.promotion ? null : discount.coupon.id,
            promotion_code: discount.promotion?.id ?? null,
          },
        ]
      : [],
    expires_at,
    invoice: null,
    locale: input.locale ?? null,
    metadata: changedMetadata({}, input.metadata),
    payment_method_collection: input.payment_method_collection ?? 'always',
    payment_method_options: {
      card: {
        request_three_d_secure: input.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
        ...(blocked ? { restrictions: { brands_blocked: blocked } } : {}),
      },
    },
    payment_status: trialEndOf(order, now) === null ? 'unpaid' : 'no_payment_required',
    status: 'open',
    subscription: null,
    success_url: input.success_url ?? '',
    tax_id_collection: {
      enabled: input.tax_id_collection?.enabled === true,
      required: input.tax_id_collection?.required ?? 'never',
    },
    url: `${state.base}/c/pay/${id}`,
    wallet_options: input.wallet_options?.link
      ? { link: { display: input.wallet_options.link.display ?? 'auto' } }
      : null,
  };
}

function messageOf(given: { message?: string | null | undefined } | undefined): { message: string } | null {
  return given?.message ? { message: given.message } : null;
}

const constants = {
  after_expiration: null,
  allowed_payment_method_types: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  integration_identifier: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_types: ['card'],
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: {
    allow_redisplay_filters: ['always'],
    payment_method_remove: null,
    payment_method_save: null,
  },
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  ui_mode: 'hosted_page',
};
