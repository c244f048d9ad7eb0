import { defineSlice } from '../../slices/slice.ts';
import { queueBillingMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { refreshAccount } from '../payments/index.ts';
import { paymentsSlice } from '../payments/module.ts';
import type { PlanNoticesDeps } from './deps.ts';
import { planNoticesJob, planNoticesJobs } from './jobs.ts';
import { markAccepted } from './queries.ts';
import { tables } from './tables.ts';

export const planNoticesSlice = defineSlice({
  name: 'plan-notices',
  tables,
  jobs: [planNoticesJob],
  build(shared) {
    const { settings, db, queue, log } = shared;
    const mail = mailSlice.module(shared);
    const payments = paymentsSlice.module(shared).deps;
    const deps: PlanNoticesDeps = {
      db,
      queue,
      log,
      plansEnabled: settings.plansEnabled,
      now: () => new Date(),
      mailOwners: (trx, accountId, notice) => queueBillingMail(mail.deps, trx, accountId, notice),
      readPayment: async (accountId) => {
        if (payments !== null) await refreshAccount(payments, accountId);
      },
    };
    mail.hooks.ended.fill(async (trx, { id, state }) => {
      if (state === 'sent') await markAccepted(trx, id, deps.now());
    });
    return { deps, worker: { handlers: () => planNoticesJobs(deps) } };
  },
});
