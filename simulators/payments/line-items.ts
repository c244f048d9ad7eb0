import type { Price } from './objects.ts';
import { getObject, type PaymentsState } from './state.ts';

/** The line items of a checkout session. */
export function lineItemsOf(state: PaymentsState, session: string): object[] {
  const order = getObject(state, 'order', session);
  return order.lines.map(({ price: id, quantity }, at) => {
    const price = getObject(state, 'price', id);
    const amount = price.unit_amount * quantity;
    return {
      id: `li_${session.slice(8, 30)}${at}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productName(state, price),
      metadata: {},
      price,
      quantity,
    };
  });
}

export function productName(state: PaymentsState, price: Price): string {
  return getObject(state, 'product', price.product).name;
}
