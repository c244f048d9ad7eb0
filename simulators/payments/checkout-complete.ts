import { attachDecline, type Behavior, type Decline } from './cards.ts';
import { outcomeOf, type Presence } from './charges.ts';
import { customerObject, fullAddress } from './customer-object.ts';
import { createTaxId } from './customers-api.ts';
import { discountDraft, redeem } from './discounts.ts';
import { change, changeSilently, emit } from './events.ts';
import { attemptPayment, createInvoice, finalizeInvoice } from './invoices.ts';
import type { Address, CheckoutSession, Coupon, Customer, PromotionCode, TaxId } from './objects.ts';
import { attachCard, type CardInput, createCard } from './payment-methods.ts';
import type { CheckoutOrder } from './records.ts';
import { firstLine, firstTotals, sessionAmounts, trialEndOf } from './session-amounts.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { dropUsedDiscounts, orderFor } from './subscription-change.ts';
import { createSubscription } from './subscription-create.ts';
import { itemOf } from './subscription-lines.ts';

/** What the customer entered at Checkout. */
export interface CheckoutEntry {
  card: CardInput | null;
  email: string | null;
  name: string | null;
  address: Partial<Address>;
  taxId: { type: string; value: string } | null;
  discount: { coupon: Coupon; promotion: PromotionCode | null } | null;
  authenticated: boolean;
}

export type CheckoutOutcome =
  | { kind: 'complete'; session: CheckoutSession }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'authentication' };

/** The customer as it will be, without storing it: the tax follows the address and the tax id. */
export function customerWith(state: PaymentsState, session: CheckoutSession, entry: CheckoutEntry): Customer {
  const known = session.customer === null ? null : getObject(state, 'customer', session.customer);
  const order = getObject(state, 'order', session.id);
  const entered = { address: fullAddress(entry.address), name: entry.name };
  if (!known) return customerObject(state, { ...entered, email: session.customer_email ?? entry.email });
  return {
    ...known,
    email: known.email ?? entry.email,
    ...(order.customerUpdate.address === 'auto' ? { address: entered.address } : {}),
    ...(order.customerUpdate.name === 'auto' && entered.name ? { name: entered.name } : {}),
  };
}

/** Subscribes when the card pays; a declined card leaves the session open and stores nothing. */
export function completeCheckout(
  state: PaymentsState,
  session: CheckoutSession,
  entry: CheckoutEntry,
): CheckoutOutcome {
  const order = getObject(state, 'order', session.id);
  const draft = customerWith(state, session, entry);
  const discounts = entry.discount ? [discountDraft(entry.discount.coupon, entry.discount.promotion)] : [];
  const due = firstTotals(state, {
    order,
    customer: draft,
    discounts,
    automaticTax: session.automatic_tax.enabled,
  }).amount_due;
  const presence = { onSession: true, authenticated: entry.authenticated };
  const refused = entry.card
    ? cardOutcome(state, entry.card.behavior, session.customer, due, presence)
    : null;
  if (refused) return refused;
  const customer = storeCustomer(state, session, draft);
  if (entry.taxId) addTaxId(state, customer.id, entry.taxId);
  const { subscription, invoice } = subscribe(state, session, order, customer, entry);
  const totals = sessionAmounts(state, {
    order,
    customer,
    discounts,
    automaticTax: session.automatic_tax.enabled,
  });
  const complete = state.store.put('session', {
    ...session,
    ...totals,
    automatic_tax: { ...session.automatic_tax, status: session.automatic_tax.enabled ? 'complete' : null },
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    customer: customer.id,
    customer_details: customerDetails(state, customer, entry),
    discounts: entry.discount
      ? [
          {
            coupon: entry.discount.promotion ? null : entry.discount.coupon.id,
            promotion_code: entry.discount.promotion?.id ?? null,
          },
        ]
      : [],
    invoice,
    payment_status: trialEndOf(order, secondsNow(state)) === null ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription,
    url: null,
  });
  emit(state, 'checkout.session.completed', complete);
  return { kind: 'complete', session: complete };
}

/** Why a card cannot be used; null when it can. Without anything due it is only set up. */
function cardOutcome(
  state: PaymentsState,
  behavior: Behavior,
  customer: string | null,
  due: number,
  presence: Presence,
): CheckoutOutcome | null {
  const outcome = outcomeOf(state, { behavior, customer }, presence);
  if (outcome.kind === 'authentication') return outcome;
  if (due === 0) {
    const decline = attachDecline(behavior);
    return decline ? { kind: 'declined', decline } : null;
  }
  return outcome.kind === 'declined' ? outcome : null;
}

function storeCustomer(state: PaymentsState, session: CheckoutSession, draft: Customer): Customer {
  if (session.customer !== null) return change(state, 'customer', draft.id, draft);
  const customer = state.store.put('customer', {
    ...draft,
    preferred_locales: session.locale && session.locale !== 'auto' ? [session.locale] : [],
  });
  emit(state, 'customer.created', customer);
  return customer;
}

function addTaxId(
  state: PaymentsState,
  customer: string,
  { type, value }: { type: string; value: string },
): void {
  const known = state.store
    .list('tax_id')
    .some((taxId) => taxId.customer === customer && taxId.value === value);
  if (!known) createTaxId(state, customer, type, value);
}

function subscribe(
  state: PaymentsState,
  session: CheckoutSession,
  order: CheckoutOrder,
  customer: Customer,
  entry: CheckoutEntry,
): { subscription: string; invoice: string } {
  const billing = { address: fullAddress(entry.address), email: customer.email, name: entry.name };
  const card = entry.card ? createCard(state, entry.card, billing) : null;
  if (card) attachCard(state, card.id, customer.id);
  const [line] = order.lines;
  const { id } = createSubscription(state, {
    customer,
    price: getObject(state, 'price', line?.price ?? ''),
    quantity: line?.quantity ?? 1,
    card: card?.id ?? null,
    trialEnd: trialEndOf(order, secondsNow(state)),
    automaticTax: session.automatic_tax.enabled,
    metadata: order.subscriptionMetadata,
    description: order.subscriptionDescription,
    missingPaymentMethod: order.missingPaymentMethod,
  });
  if (entry.discount) {
    const discount = redeem(state, { ...entry.discount, customer: customer.id, subscription: id });
    changeSilently(state, 'subscription', id, { discounts: [discount.id] });
  }
  const subscription = getObject(state, 'subscription', id);
  const lines = [firstLine(state, order, itemOf(subscription).id)];
  const invoice = createInvoice(
    state,
    orderFor(state, subscription, lines, secondsNow(state)),
    'subscription_create',
  );
  if (finalizeInvoice(state, invoice.id).status === 'open')
    attemptPayment(state, invoice.id, { presence: { onSession: true, authenticated: true }, dunning: false });
  dropUsedDiscounts(state, id);
  return { subscription: id, invoice: invoice.id };
}

function customerDetails(state: PaymentsState, customer: Customer, entry: CheckoutEntry): object {
  const taxIds: TaxId[] = state.store.list('tax_id').filter((taxId) => taxId.customer === customer.id);
  return {
    address: fullAddress(entry.address),
    business_name: null,
    email: customer.email,
    individual_name: null,
    name: entry.name,
    phone: null,
    tax_exempt: customer.tax_exempt,
    tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
  };
}
