import { couponOf, reductions } from './discounts.ts';
import { newId } from './ids.ts';
import { innerList } from './lists.ts';
import type { Customer, Discount, InvoiceLine, TotalTax } from './objects.ts';
import type { DraftLine } from './records.ts';
import type { PaymentsState } from './state.ts';
import { type TaxSituation, taxOf, taxSituation } from './tax.ts';

/** What an invoice is made of. Previews and invoices are computed from the same members, so they are equal. */
export interface InvoiceOrder {
  customer: Customer;
  subscription: string;
  automaticTax: boolean;
  discounts: readonly Discount[];
  lines: readonly DraftLine[];
}

/** The amounts of an invoice. */
export function invoiceTotals(state: PaymentsState, order: InvoiceOrder) {
  const { customer, lines } = order;
  const taxIds = state.store.list('tax_id').filter((taxId) => taxId.customer === customer.id);
  const situation = order.automaticTax ? taxSituation(customer, taxIds) : null;
  const discounted = lineDiscounts(state, order);
  const wire = lines.map((line, at) => wireLine(order, line, discounted[at] ?? [], situation));
  const taxes = wire.flatMap((line) => (line.taxes as TotalTax[]) ?? []);
  const subtotal = sum(lines.map((line) => line.amount));
  const reduced = sum(discounted.flat().map(({ amount }) => amount));
  const added = sum(taxes.filter((tax) => tax.tax_behavior === 'exclusive').map((tax) => tax.amount));
  const included = sum(taxes.filter((tax) => tax.tax_behavior === 'inclusive').map((tax) => tax.amount));
  const total = subtotal - reduced + added;
  return {
    lines: innerList(wire, '/v1/invoices/lines'),
    subtotal,
    subtotal_excluding_tax: subtotal - included,
    total,
    total_discount_amounts: totalDiscounts(discounted.flat()),
    total_excluding_tax: total - added - included,
    total_taxes: totalTaxes(taxes),
    customer_tax_exempt: situation?.reverse ? 'reverse' : customer.tax_exempt,
    customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
    ...balances(customer.balance, total),
  };
}

/** A negative total becomes credit, and credit reduces what is due. */
export function balances(starting: number, total: number) {
  const due = total + starting;
  return {
    starting_balance: starting,
    ending_balance: Math.min(0, due),
    amount_due: Math.max(0, due),
  };
}

/** Prorations are not discounted: their amounts come from discounted prices already. */
function lineDiscounts(state: PaymentsState, { lines, discounts }: InvoiceOrder) {
  const left = lines.map((line) => (line.proration ? 0 : Math.max(0, line.amount)));
  const found: { amount: number; discount: string }[][] = lines.map(() => []);
  for (const discount of discounts) {
    for (const [at, amount] of reductions(couponOf(state, discount), left).entries()) {
      if (amount === 0) continue;
      left[at] = (left[at] ?? 0) - amount;
      found[at]?.push({ amount, discount: discount.id });
    }
  }
  return found;
}

function wireLine(
  order: InvoiceOrder,
  line: DraftLine,
  discount_amounts: { amount: number; discount: string }[],
  situation: TaxSituation | null,
): InvoiceLine {
  const net = line.amount - sum(discount_amounts.map(({ amount }) => amount));
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts,
    discountable: !line.proration,
    discounts: discount_amounts.map(({ discount }) => discount),
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.proration ? newId('ii') : null,
        proration: line.proration,
        proration_details: line.proration ? { credited_items: null } : null,
        subscription: order.subscription,
        subscription_item: line.item,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.price.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: order.subscription,
    subtotal: line.amount,
    taxes: situation === null ? [] : [taxOf(net, line.price, situation)],
  };
}

function totalDiscounts(amounts: { amount: number; discount: string }[]) {
  const names = [...new Set(amounts.map(({ discount }) => discount))];
  return names.map((discount) => ({
    amount: sum(amounts.filter((one) => one.discount === discount).map(({ amount }) => amount)),
    discount,
  }));
}

function totalTaxes(taxes: TotalTax[]): TotalTax[] {
  const kindOf = (tax: TotalTax) => `${tax.tax_rate_details?.tax_rate} ${tax.tax_behavior}`;
  return [...new Set(taxes.map(kindOf))].flatMap((kind) => {
    const same = taxes.filter((tax) => kindOf(tax) === kind);
    const [first] = same;
    if (!first) return [];
    return [
      {
        ...first,
        amount: sum(same.map(({ amount }) => amount)),
        taxable_amount: sum(same.map(({ taxable_amount }) => taxable_amount)),
      },
    ];
  });
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
