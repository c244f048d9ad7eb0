import { getCustomer } from './customers-api.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest, missingParameter } from './errors.ts';
import { change } from './events.ts';
import { newId } from './ids.ts';
import { listPage } from './lists.ts';
import { changedMetadata, paging } from './params.ts';
import { secondsNow } from './state.ts';

/** Changes of a customer's balance: above zero a debt, below zero a credit that the next invoices use. */
export const balanceEndpoints = [
  endpoint(
    'POST',
    '/customers/{id}/balance_transactions',
    { amount: 'int', currency: 'text', description: 'text', metadata: 'map' },
    (state, { amount, currency, description, metadata }, { id = '' }) => {
      const customer = getCustomer(state, id, 'id');
      if (amount === undefined || amount === null) throw missingParameter('amount');
      if (!currency) throw missingParameter('currency');
      if (customer.currency !== null && customer.currency !== currency)
        throw invalidRequest(`The customer's currency is ${customer.currency}.`, { param: 'currency' });
      const balance = customer.balance + amount;
      change(state, 'customer', id, { balance, currency });
      return state.store.put('balance_transaction', {
        id: newId('cbtxn'),
        object: 'customer_balance_transaction',
        amount,
        checkout_session: null,
        created: secondsNow(state),
        credit_note: null,
        currency,
        customer: id,
        customer_account: null,
        description: description ?? null,
        ending_balance: balance,
        invoice: null,
        livemode: false,
        metadata: changedMetadata({}, metadata),
        type: 'adjustment',
      });
    },
  ),
  endpoint('GET', '/customers/{id}/balance_transactions', paging, (state, input, { id = '' }) => {
    getCustomer(state, id, 'id');
    const own = state.store.list('balance_transaction').filter(({ customer }) => customer === id);
    return listPage(own, input, `/v1/customers/${id}/balance_transactions`, 'customer_balance_transaction');
  }),
];
