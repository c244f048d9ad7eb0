import { emit } from './events.ts';
import type { CheckoutSession } from './objects.ts';
import { getObject, type PaymentsState } from './state.ts';

/** Ends an open session. */
export function expireSession(state: PaymentsState, id: string): CheckoutSession {
  const session = getObject(state, 'session', id);
  const expired = state.store.put('session', { ...session, status: 'expired', url: null });
  emit(state, 'checkout.session.expired', expired);
  return expired;
}
