import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { shownCustomer } from './customer-object.ts';
import { invalidRequest } from './errors.ts';
import { lineItemsOf } from './line-items.ts';
import { innerList } from './lists.ts';
import type { Customer } from './objects.ts';
import type { Kind } from './records.ts';
import { getObject, type PaymentsState } from './state.ts';

/** Members that hold ids of other objects, and their kinds. */
const references: Record<string, Kind> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  coupon: 'coupon',
  promotion_code: 'promotion_code',
  discount: 'discount',
  discounts: 'discount',
  subscription: 'subscription',
  invoice: 'invoice',
  latest_invoice: 'invoice',
  charge: 'charge',
  latest_charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  default_payment_method: 'payment_method',
  configuration: 'portal_configuration',
};

/** Members that an object has only when they are asked for. */
const onRequest: Record<string, (state: PaymentsState, id: string) => object> = {
  'invoice.payments': (state, id) =>
    innerList(
      state.store.list('invoice_payment').filter((payment) => payment.invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'checkout.session.line_items': (state, id) =>
    innerList(lineItemsOf(state, id), `/v1/checkout/sessions/${id}/line_items`),
  'charge.refunds': (state, id) =>
    innerList(
      state.store
        .list('refund')
        .filter((refund) => refund.charge === id)
        .toReversed(),
      `/v1/charges/${id}/refunds`,
    ),
  'customer.tax_ids': (state, id) =>
    innerList(
      state.store.list('tax_id').filter((taxId) => taxId.customer === id),
      `/v1/customers/${id}/tax_ids`,
    ),
  'customer.subscriptions': (state, id) =>
    innerList(
      state.store
        .list('subscription')
        .filter((subscription) => subscription.customer === id && subscription.status !== 'canceled')
        .toReversed(),
      `/v1/customers/${id}/subscriptions`,
    ),
};

const maxDepth = 4;

/** The answer with the objects of `paths` in place of their ids. @throws HttpError with status 400 */
export function expanded(state: PaymentsState, answer: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => {
    const parts = path.split('.');
    if (parts.filter((part) => part !== 'data').length > maxDepth)
      throw invalidRequest(
        `You cannot expand more than ${maxDepth} levels of a property. Property: ${path}`,
        { param: 'expand' },
      );
    return expandPath(state, value, parts, path);
  }, answer);
}

function expandPath(state: PaymentsState, value: unknown, parts: string[], path: string): unknown {
  const [name, ...rest] = parts;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => expandPath(state, entry, parts, path));
  if (!isJsonObject(value)) throw cannotExpand(path);
  // Of a deleted object only its id is left.
  if (value.deleted === true) return value;
  const member = memberOf(state, value, name, path);
  return { ...value, [name]: expandPath(state, member, rest, path) };
}

function memberOf(state: PaymentsState, value: JsonObject, name: string, path: string): unknown {
  const present = value[name];
  if (present === undefined) {
    const make = onRequest[`${String(value.object)}.${name}`];
    if (!make) throw cannotExpand(path);
    return make(state, String(value.id));
  }
  if (typeof present === 'string') return resolve(state, name, present, path);
  if (!Array.isArray(present) || !present.some((entry) => typeof entry === 'string')) {
    if (present !== null && typeof present !== 'object') throw cannotExpand(path);
    return present;
  }
  return present.map((entry) => (typeof entry === 'string' ? resolve(state, name, entry, path) : entry));
}

function resolve(state: PaymentsState, name: string, id: string, path: string): unknown {
  const kind = references[name];
  if (!kind) throw cannotExpand(path);
  const found = getObject(state, kind, id, 'expand');
  return kind === 'customer' ? shownCustomer(found as Customer) : found;
}

function cannotExpand(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
