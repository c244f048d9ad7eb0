import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { newId } from './ids.ts';
import type { Stored, StripeEvent } from './objects.ts';
import type { Kind, Tables } from './records.ts';
import { apiVersion, getObject, type PaymentsState, secondsNow } from './state.ts';

/** Kinds whose changes have an event. */
const updatedEvents: Partial<Record<Kind, string>> = {
  product: 'product.updated',
  price: 'price.updated',
  customer: 'customer.updated',
  charge: 'charge.updated',
  subscription: 'customer.subscription.updated',
  invoice: 'invoice.updated',
  payment_method: 'payment_method.updated',
  portal_configuration: 'billing_portal.configuration.updated',
};

/** Stores an event about `object` as it is now, and puts it on its way to the webhook endpoints. */
export function emit(state: PaymentsState, type: string, object: Stored, previous?: object): StripeEvent {
  const urls = state.store.settings().webhookUrls;
  const event = state.store.put('event', {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: secondsNow(state),
    data: previous === undefined ? { object } : { object, previous_attributes: previous },
    livemode: false,
    pending_webhooks: urls.length,
    request: state.request,
    type,
  });
  for (const url of urls) sendEvent(state, event, url);
  return event;
}

/** Sends an event to an endpoint, as the faults of notifications allow. */
export function sendEvent(state: PaymentsState, event: StripeEvent, url: string): void {
  const { object } = event.data;
  const place = (isJsonObject(object) ? stringField(object, 'customer') : undefined) ?? '';
  // The queue signs each attempt at its own time, so only the way of forging travels with the message.
  const make = (forged: string | null) => ({
    url,
    headers: forged === null ? {} : { forged },
    body: event.id,
  });
  void state.notifier.notify(place, make, 1);
}

type Patch<K extends Kind> = Partial<Tables[K]>;

/** Changes a stored object, and tells it in an `….updated` event when something is different. */
export function change<K extends Kind>(
  state: PaymentsState,
  kind: K,
  id: string,
  patch: Patch<K>,
): Tables[K] {
  const before = getObject(state, kind, id);
  const after = changeSilently(state, kind, id, patch);
  const type = updatedEvents[kind];
  const previous = changedMembers(before as unknown as JsonObject, after as unknown as JsonObject);
  if (type !== undefined && Object.keys(previous).length > 0)
    emit(state, type, after as unknown as Stored, previous);
  return after;
}

/** Changes a stored object without an event. */
export function changeSilently<K extends Kind>(
  state: PaymentsState,
  kind: K,
  id: string,
  patch: Patch<K>,
): Tables[K] {
  return state.store.put(kind, { ...getObject(state, kind, id), ...patch });
}

/** The earlier values of the members that differ, inside nested objects too. */
function changedMembers(before: JsonObject, after: JsonObject): JsonObject {
  const changed: JsonObject = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
    const nested = isJsonObject(old) && isJsonObject(fresh) && !Object.hasOwn(old, 'object');
    changed[name] = nested ? changedMembers(old, fresh) : (old ?? null);
  }
  return changed;
}
