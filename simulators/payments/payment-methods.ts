import { createHash } from 'node:crypto';
import { attachDecline, type Behavior, cardDetails, namedCards } from './cards.ts';
import { noSuchObject, stripeError } from './errors.ts';
import { change, emit } from './events.ts';
import { newId } from './ids.ts';
import type { Address, BillingDetails, PaymentMethod } from './objects.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';

/** A card as it is known after its number was read. */
export interface CardInput {
  brand: string;
  behavior: Behavior;
  funding: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export const emptyAddress: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Stores a payment method that belongs to nobody yet. */
export function createCard(
  state: PaymentsState,
  card: CardInput,
  billing: Partial<BillingDetails> = {},
): PaymentMethod {
  const id = newId('pm');
  const fingerprint = createHash('sha256')
    .update(`${card.brand}${card.last4}${state.secret}`)
    .digest('hex')
    .slice(0, 16);
  state.store.put('card', { id, behavior: card.behavior });
  return state.store.put('payment_method', {
    id,
    object: 'payment_method',
    created: secondsNow(state),
    allow_redisplay: 'limited',
    billing_details: {
      address: emptyAddress,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...billing,
    },
    card: cardDetails({ ...card, fingerprint }),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

/** How a payment method behaves when it is charged. */
export function behaviorOf(state: PaymentsState, { id }: PaymentMethod): Behavior {
  return (state.store.find('card', id)?.behavior ?? 'pays') as Behavior;
}

/** Attaches a payment method to a customer. */
export function attachCard(state: PaymentsState, id: string, customer: string): PaymentMethod {
  const attached = state.store.put('payment_method', { ...getObject(state, 'payment_method', id), customer });
  emit(state, 'payment_method.attached', attached);
  return attached;
}

/** Attaches by id or by the name of a test card. @throws HttpError with 402 when the card is declined */
export function attachByName(state: PaymentsState, name: string, customer: string): PaymentMethod {
  const named = namedCards[name];
  if (!named) {
    const known = state.store.find('payment_method', name);
    if (!known) throw noSuchObject('PaymentMethod', name);
    if (known.customer !== null && known.customer !== customer)
      throw stripeError(
        400,
        'invalid_request_error',
        'The payment method you provided has already been attached to a customer.',
      );
    return known.customer === customer ? known : attachCard(state, name, customer);
  }
  const decline = attachDecline(named.behavior);
  if (decline) throw stripeError(402, 'card_error', decline.message, decline);
  const expYear = new Date(secondsNow(state) * 1000).getUTCFullYear() + 1;
  const card = createCard(state, { ...named, funding: 'credit', expMonth: 12, expYear });
  return attachCard(state, card.id, customer);
}

/** Takes a payment method from its customer, and from where it is the default. */
export function detachCard(state: PaymentsState, id: string): PaymentMethod {
  const card = getObject(state, 'payment_method', id, 'id', 'PaymentMethod');
  if (card.customer === null)
    throw stripeError(
      400,
      'invalid_request_error',
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  const owner = state.store.find('customer', card.customer);
  if (owner && owner.invoice_settings.default_payment_method === id)
    change(state, 'customer', owner.id, {
      invoice_settings: { ...owner.invoice_settings, default_payment_method: null },
    });
  for (const subscription of state.store.list('subscription'))
    if (subscription.default_payment_method === id)
      change(state, 'subscription', subscription.id, { default_payment_method: null });
  const detached = state.store.put('payment_method', { ...card, customer: null });
  emit(state, 'payment_method.detached', detached, { customer: card.customer });
  return detached;
}
