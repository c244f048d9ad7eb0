import type { Stripe } from 'stripe';
import { callProvider, orNull } from './provider-error.ts';

/**
 * The customer whom a message concerns; null for a message about something else. A dispute names its charge only, which is read.
 * @throws AppError `payment-unavailable`, so that the provider sends the message again
 */
export async function findCustomerOf(stripe: Stripe, { data }: Stripe.Event): Promise<string | null> {
  const object: { id?: unknown; object?: unknown; customer?: unknown; charge?: unknown } = data.object;
  if (object.object === 'customer') return referenceId(object.id);
  if (object.object !== 'dispute') return referenceId(object.customer);
  const chargeId = referenceId(object.charge);
  if (chargeId === null) return null;
  const charge = await callProvider(() => orNull(stripe.charges.retrieve(chargeId)));
  return referenceId(charge?.customer);
}

/** The provider sends an id, or the object with its id. Its ids are at most 255 letters, digits and signs long. */
function referenceId(reference: unknown): string | null {
  const id =
    typeof reference === 'object' && reference !== null && 'id' in reference ? reference.id : reference;
  return typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id) ? id : null;
}
