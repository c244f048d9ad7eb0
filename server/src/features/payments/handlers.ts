import { billingIntervals } from '@kindling/contract/billing';
import { defineJobHandler, type JobHandler } from '../../jobs/job.ts';
import type { PaymentsDeps } from './deps.ts';
import { handleEventsOf, sweepEvents } from './handle-events.ts';
import { prepareCatalogJob, readCustomerJob, reconcileJob, sweepJob, withdrawJob } from './jobs.ts';
import { reconcile } from './reconcile.ts';
import { finishWithdrawal, sweepWithdrawals } from './withdrawal.ts';

/** @param deps null on an installation without plans, where jobs of earlier days do nothing */
export function paymentJobs(deps: PaymentsDeps | null): JobHandler[] {
  return [
    defineJobHandler(readCustomerJob, async ({ customerId }) => {
      if (deps !== null) await handleEventsOf(deps, customerId);
    }),
    defineJobHandler(sweepJob, async (_payload, signal) => {
      if (deps === null) return;
      await sweepWithdrawals(deps);
      await sweepEvents(deps, signal);
    }),
    defineJobHandler(withdrawJob, async ({ accountId, orderId }) => {
      if (deps !== null) await finishWithdrawal(deps, accountId, orderId);
    }),
    defineJobHandler(prepareCatalogJob, async () => {
      for (const interval of billingIntervals) await deps?.catalog.priceOf(interval);
    }),
    defineJobHandler(reconcileJob, async (_payload, signal) => {
      if (deps !== null) await reconcile(deps, signal);
    }),
  ];
}
