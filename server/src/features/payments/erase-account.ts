/** An erased account pays no more: its pages for a payment close, and its subscriptions end at once. Invoices stay at the provider for as long as the law asks. */
import { inTenant } from '../../db/transaction.ts';
import type { ErasureStep } from '../identity/index.ts';
import { listCustomers } from './customer-queries.ts';
import type { PaymentsDeps } from './deps.ts';
import { endSubscription } from './end-subscription.ts';
import { expireSession } from './expire-session.ts';
import { callProvider, orNull } from './provider-error.ts';

export function createErasureStep({ db, stripe }: Pick<PaymentsDeps, 'db' | 'stripe'>): ErasureStep {
  return {
    slice: 'payments',
    before: (accountId) => inTenant(db, accountId, (trx) => listCustomers(trx, accountId)),
    async after(_accountId, customerIds) {
      for (const customer of customerIds)
        await callProvider(async () => {
          const client = await stripe();
          // A page that is open sells a plan to nobody.
          const pages = await orNull(client.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
          for (const { id } of pages?.data ?? []) await expireSession({ stripe }, id);
          const running = await orNull(client.subscriptions.list({ customer, limit: 100 }));
          for (const { id } of running?.data ?? []) await endSubscription({ stripe }, id);
        });
    },
  };
}
