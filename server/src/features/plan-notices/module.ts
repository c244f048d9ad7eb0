import { defineSlice } from '../../slices/slice.ts';
import { deliverSoon, queueBillingMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { refreshAccount } from '../payments/index.ts';
import { paymentsSlice } from '../payments/module.ts';
import type { PlanNoticesDeps } from './deps.ts';
import { planNoticesJob, planNoticesJobs } from './jobs.ts';
import { listNotices, markAccepted } from './queries.ts';
import { earliestDeletion } from './schedule.ts';
import { tables } from './tables.ts';

export const planNoticesSlice = defineSlice({
  name: 'plan-notices',
  tables,
  jobs: [planNoticesJob],
  build(shared) {
    const { settings, db, queue, log } = shared;
    const mail = mailSlice.module(shared);
    const { deps: payments, hooks } = paymentsSlice.module(shared);
    const deps: PlanNoticesDeps = {
      db,
      queue,
      log,
      plansEnabled: settings.plansEnabled,
      now: () => new Date(),
      mailOwners: (trx, accountId, notice) => queueBillingMail(mail.deps, trx, accountId, notice),
      deliverSoon: (mailIds) => deliverSoon(mail.deps, mailIds),
      readPayment: async (accountId) => {
        if (payments !== null) await refreshAccount(payments, accountId);
      },
    };
    hooks.deletionDay.fill(async (trx, accountId, endsAt) =>
      earliestDeletion(endsAt, await listNotices(trx, accountId, endsAt), deps.now()),
    );
    mail.hooks.ended.fill(async (trx, { id, state }) => {
      if (state === 'sent') await markAccepted(trx, id, deps.now());
    });
    return { deps, worker: { handlers: () => planNoticesJobs(deps) } };
  },
});
