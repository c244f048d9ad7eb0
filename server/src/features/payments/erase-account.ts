/** An erased account pays no more: its subscriptions end at once. Invoices stay at the provider for as long as the law asks. */
import { inTenant } from '../../db/transaction.ts';
import type { ErasureStep } from '../identity/index.ts';
import { listCustomers } from './customer-queries.ts';
import type { PaymentsDeps } from './deps.ts';
import { callProvider, isRefusedWith, orNull } from './provider-error.ts';

export function createErasureStep({ db, stripe }: Pick<PaymentsDeps, 'db' | 'stripe'>): ErasureStep {
  return {
    slice: 'payments',
    before: (accountId) => inTenant(db, accountId, (trx) => listCustomers(trx, accountId)),
    async after(_accountId, customerIds) {
      for (const customer of customerIds)
        await callProvider(async () => {
          const client = await stripe();
          const running = await orNull(client.subscriptions.list({ customer, limit: 100 }));
          for (const { id } of running?.data ?? [])
            await client.subscriptions.cancel(id).catch((error: unknown) => {
              if (!isRefusedWith(error, 'resource_missing')) throw error;
            });
        });
    },
  };
}
