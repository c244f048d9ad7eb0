import { customerObject, fullAddress, shownCustomer } from './customer-object.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter, noSuchObject } from './errors.ts';
import { change, emit } from './events.ts';
import { newId } from './ids.ts';
import { listOf, listPage } from './lists.ts';
import type { Customer, TaxId } from './objects.ts';
import { changedMetadata, type Input, oneOf, paging } from './params.ts';
import { attachByName } from './payment-methods.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { endSubscription, isRunning } from './subscription-status.ts';
import { isPossibleTaxId, plainTaxId, taxIdCountry } from './tax.ts';

const address = {
  line1: 'text',
  line2: 'text',
  postal_code: 'text',
  city: 'text',
  state: 'text',
  country: 'text',
} as const;

const taxIdData = { type: 'text', value: 'text' } as const;

const customerFields = {
  email: 'text',
  name: 'text',
  description: 'text',
  phone: 'text',
  address,
  preferred_locales: ['text'],
  metadata: 'map',
  invoice_settings: { default_payment_method: 'text', footer: 'text' },
  tax_exempt: oneOf('none', 'exempt', 'reverse'),
} as const;

/** Customers and their tax ids. */
export const customerEndpoints = [
  endpoint(
    'POST',
    '/customers',
    { ...customerFields, payment_method: 'text', tax_id_data: [taxIdData] },
    (state, { payment_method, tax_id_data, ...input }) => {
      const draft = customerObject(state, {});
      const customer = state.store.put('customer', { ...draft, ...customerChanges(state, draft, input) });
      emit(state, 'customer.created', customer);
      for (const { type, value } of tax_id_data ?? []) createTaxId(state, customer.id, type, value);
      if (payment_method) attachByName(state, payment_method, customer.id);
      return getObject(state, 'customer', customer.id);
    },
  ),
  endpoint('GET', '/customers', { ...paging, email: 'text', created: 'range' }, (state, input) =>
    listOf(
      state,
      'customer',
      input,
      '/v1/customers',
      (customer) => !customer.deleted && (!input.email || customer.email === input.email),
    ),
  ),
  endpoint('GET', '/customers/{id}', {}, (state, _, { id = '' }) =>
    shownCustomer(getObject(state, 'customer', id)),
  ),
  endpoint('POST', '/customers/{id}', customerFields, (state, input, { id = '' }) =>
    change(state, 'customer', id, customerChanges(state, getCustomer(state, id, 'id'), input)),
  ),
  endpoint('DELETE', '/customers/{id}', {}, (state, _, { id = '' }) => {
    deleteCustomer(state, getCustomer(state, id, 'id').id);
    return { id, object: 'customer', deleted: true };
  }),
  endpoint('POST', '/customers/{id}/tax_ids', taxIdData, (state, { type, value }, { id = '' }) =>
    createTaxId(state, getCustomer(state, id, 'id').id, type, value),
  ),
  endpoint('GET', '/customers/{id}/tax_ids', paging, (state, input, { id = '' }) => {
    getCustomer(state, id, 'id');
    const own = state.store.list('tax_id').filter((taxId) => taxId.customer === id);
    return listPage(own, input, `/v1/customers/${id}/tax_ids`, 'tax_id');
  }),
  endpoint('GET', '/customers/{id}/tax_ids/{tax}', {}, (state, _, { id = '', tax = '' }) =>
    getTaxId(state, id, tax),
  ),
  endpoint('DELETE', '/customers/{id}/tax_ids/{tax}', {}, (state, _, { id = '', tax = '' }) =>
    deleteTaxId(state, getTaxId(state, id, tax)),
  ),
  endpoint(
    'GET',
    '/customers/{id}/payment_methods',
    { ...paging, type: oneOf('card') },
    (state, input, { id = '' }) => {
      getCustomer(state, id, 'id');
      const own = state.store.list('payment_method').filter((card) => card.customer === id);
      return listPage(own, input, `/v1/customers/${id}/payment_methods`, 'payment_method');
    },
  ),
];

/** A customer that is not deleted. @throws HttpError with 404, or 400 when a parameter names it */
export function getCustomer(state: PaymentsState, id: string, param: string): Customer {
  const customer = getObject(state, 'customer', id, param);
  if (customer.deleted) throw noSuchObject('customer', id, param);
  return customer;
}

function customerChanges(
  state: PaymentsState,
  before: Customer,
  input: Exclude<Input<typeof customerFields>, null>,
): Partial<Customer> {
  const { address: given, metadata, invoice_settings, preferred_locales, tax_exempt, ...texts } = input;
  const card = invoice_settings?.default_payment_method;
  if (card && state.store.find('payment_method', card)?.customer !== before.id)
    throw invalidRequest(
      'The customer does not have a payment method with the ID ' +
        `${card}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    );
  if (texts.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(texts.email))
    throw invalidRequest(`Invalid email address: ${texts.email}`, { code: 'email_invalid', param: 'email' });
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    ...(given === undefined
      ? {}
      : { address: given === null ? null : fullAddress({ ...before.address, ...given }) }),
    ...(preferred_locales === undefined ? {} : { preferred_locales: preferred_locales ?? [] }),
    ...(tax_exempt ? { tax_exempt } : {}),
    ...(card === undefined
      ? {}
      : { invoice_settings: { ...before.invoice_settings, default_payment_method: card } }),
    metadata: changedMetadata(before.metadata, metadata),
  };
}

/** Deletes a customer, and ends what belongs to it. */
export function deleteCustomer(state: PaymentsState, id: string): void {
  for (const subscription of state.store.list('subscription'))
    if (subscription.customer === id && isRunning(subscription))
      endSubscription(state, subscription.id, 'cancellation_requested');
  for (const card of state.store.list('payment_method'))
    if (card.customer === id) state.store.put('payment_method', { ...card, customer: null });
  const customer = getObject(state, 'customer', id);
  emit(state, 'customer.deleted', customer);
  state.store.put('customer', { ...customer, deleted: true });
}

export function createTaxId(
  state: PaymentsState,
  customer: string,
  type: string | null | undefined,
  value: string | null | undefined,
): TaxId {
  if (!type) throw missingParameter('type');
  if (!value) throw missingParameter('value');
  if (!isPossibleTaxId(type, value))
    throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  const country = taxIdCountry(type, plainTaxId(value));
  const status = value.endsWith('111111111')
    ? 'unverified'
    : value.endsWith('222222222')
      ? 'pending'
      : 'verified';
  const taxId = state.store.put('tax_id', {
    id: newId('txi'),
    object: 'tax_id',
    country,
    created: secondsNow(state),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, type: 'customer' },
    type,
    value: plainTaxId(value),
    verification: { status, verified_address: null, verified_name: null },
  });
  emit(state, 'customer.tax_id.created', taxId);
  return taxId;
}

function getTaxId(state: PaymentsState, customer: string, id: string): TaxId {
  const taxId = getObject(state, 'tax_id', id);
  if (taxId.customer !== customer) throw noSuchObject('tax_id', id);
  return taxId;
}

export function deleteTaxId(state: PaymentsState, taxId: TaxId): object {
  state.store.remove('tax_id', taxId.id);
  emit(state, 'customer.tax_id.deleted', taxId);
  return { id: taxId.id, object: 'tax_id', deleted: true };
}
