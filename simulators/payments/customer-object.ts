import { newId, newInvoicePrefix } from './ids.ts';
import type { Address, Customer } from './objects.ts';
import { emptyAddress } from './payment-methods.ts';
import { type PaymentsState, secondsNow } from './state.ts';

/** A customer that is not stored yet. */
export function customerObject(state: PaymentsState, given: Partial<Customer>): Customer {
  return {
    ...constants,
    id: newId('cus', 14),
    object: 'customer',
    created: secondsNow(state),
    address: null,
    balance: 0,
    currency: null,
    delinquent: false,
    email: null,
    invoice_prefix: newInvoicePrefix(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    tax_exempt: 'none',
    ...given,
  };
}

/** A customer as the API answers it: of a deleted one only the id is left. */
export function shownCustomer(customer: Customer): object {
  return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;
}

/** An address with all of its members. */
export function fullAddress(given: { [Part in keyof Address]?: string | null | undefined }): Address {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...emptyAddress, ...Object.fromEntries(known) };
}

const constants = {
  customer_account: null,
  default_source: null,
  description: null,
  discount: null,
  livemode: false,
  shipping: null,
  test_clock: null,
};
