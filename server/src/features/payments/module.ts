import { singleHook } from '../../slices/hook.ts';
import type { SharedServices } from '../../slices/slice.ts';
import { defineSlice } from '../../slices/slice.ts';
import { planPrices } from '../billing/index.ts';
import { identitySlice } from '../identity/module.ts';
import { deliverSoon, queueBillingMail, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { createAgreementRenderer, mountAgreementRoute } from './agreement/agreement-route.ts';
import { createCatalog } from './catalog.ts';
import type { PaymentsDeps } from './deps.ts';
import { createErasureStep } from './erase-account.ts';
import { paymentJobs } from './handlers.ts';
import { prepareCatalogJob, readCustomerJob, reconcileJob, sweepJob, withdrawJob } from './jobs.ts';
import { paymentRoutes } from './routes.ts';
import { createStripeLoader } from './stripe-client.ts';
import { tables } from './tables.ts';
import { mountPaymentWebhook } from './webhook-route.ts';

export const paymentsSlice = defineSlice({
  name: 'payments',
  tables,
  jobs: [readCustomerJob, sweepJob, withdrawJob, prepareCatalogJob, reconcileJob],
  build(shared) {
    const hooks = {
      deletionDay: singleHook<Parameters<PaymentsDeps['findDeletionDay']>, Date>('payments.deletionDay'),
    };
    const deps = createDeps(shared, hooks.deletionDay.call);
    if (deps !== null) identitySlice.module(shared).addErasureStep(createErasureStep(deps));
    const { settings: installation, log } = shared;
    const agreement = { payments: deps, installation, renderer: createAgreementRenderer(log) };
    return {
      deps,
      hooks,
      web: ({ routes, authenticate }) => ({
        routes: { billing: paymentRoutes(routes, deps) },
        mount(app) {
          mountAgreementRoute(app, authenticate, agreement);
          return deps === null ? undefined : mountPaymentWebhook(app, deps);
        },
      }),
      worker: {
        handlers: () => paymentJobs(deps),
        async enqueueDue() {
          if (deps !== null) await deps.queue.enqueue(prepareCatalogJob, {}, { key: 'all' });
        },
      },
      async close() {
        agreement.renderer.close();
      },
    };
  },
});

/** Null on an installation without plans. */
function createDeps(
  shared: SharedServices,
  findDeletionDay: PaymentsDeps['findDeletionDay'],
): PaymentsDeps | null {
  const { settings, db, queue, log } = shared;
  const prices = planPrices(settings);
  if (settings.payments === null || prices === null) return null;
  const mail = mailSlice.module(shared).deps;
  const stripe = createStripeLoader(settings.payments);
  const brandName = settings.brand.name;
  return {
    db,
    queue,
    log,
    stripe,
    settings: settings.payments,
    prices,
    catalog: createCatalog({ stripe, prices, brandName }),
    publicUrl: settings.publicUrl,
    callLimit: shared.limits.create({ name: 'payment-calls', max: 60, windowSeconds: 600, exact: true }),
    operator: { name: settings.operator.name, address: settings.operator.address },
    now: () => new Date(),
    findDeletionDay,
    mailOwners: (trx, accountId, notice, key) =>
      queueBillingMail(mail, trx, accountId, notice, `billing ${key}`),
    mailSupport: (trx, accountId, notice) =>
      queueMail(mail, { kind: 'payment-disputed', locale: 'en', accountId, ...notice }, trx),
    deliverSoon: (mailIds) => deliverSoon(mail, mailIds),
  };
}
