import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Reads a customer after messages of the provider. They wait in their table, and the sweep repeats what failed. */
export const readCustomerJob = defineJob({
  name: 'payments.read-customer',
  payload: z.strictObject({ customerId: z.string().max(255) }),
  retryLimit: 0,
});

/** Enqueues customers with messages that were not handled, and withdrawals that were cut off; deletes old messages. */
export const sweepJob = defineJob({
  name: 'payments.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
  retryLimit: 0,
});

/** Goes on with a withdrawal that was cut off. Its order has the time of the next attempt. */
export const withdrawJob = defineJob({
  name: 'payments.withdraw',
  payload: z.strictObject({ accountId: z.uuid(), orderId: z.uuid() }),
  retryLimit: 0,
});

/** Makes the prices at the provider where they are missing. When it fails, the first order makes them. */
export const prepareCatalogJob = defineJob({
  name: 'payments.prepare-catalog',
  payload: z.strictObject({}),
});

/** Compares what is stored with what the provider holds, and repairs what was missed. */
export const reconcileJob = defineJob({
  name: 'payments.reconcile',
  payload: z.strictObject({}),
  cron: '40 2 * * *',
});
