import { defineSlice } from '../../slices/slice.ts';
import { billingSlice } from '../billing/module.ts';
import { deliverSoon, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import type { HelpDeps } from './deps.ts';
import { mountHelpForm } from './form-route.ts';
import { helpJobs, helpSweepJob } from './jobs.ts';
import { helpRoutes } from './routes.ts';
import { createSupportMessages } from './send-message.ts';
import { tables } from './tables.ts';

export const helpSlice = defineSlice({
  name: 'help',
  tables,
  jobs: [helpSweepJob],
  build(shared) {
    const { settings, db, log } = shared;
    const mail = mailSlice.module(shared);
    const deps: HelpDeps = {
      db,
      log,
      failures: shared.failures,
      limits: shared.limits,
      plansEnabled: settings.plansEnabled,
      hmacKey: settings.helpDesk?.hmacKey ?? null,
      identityOrigin: new URL(settings.identityUrl).origin,
      isPaying: billingSlice.module(shared).plans.isPaying,
      queueMail: (request, trx) => queueMail(mail.deps, request, trx),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
    };
    return {
      deps,
      web({ routes }) {
        // One limiter for both routes, because it counts what a user and a network may send.
        const messages = createSupportMessages(deps);
        return {
          routes: { help: helpRoutes(routes, deps, messages) },
          mount: (app) => mountHelpForm(app, deps, messages),
        };
      },
      worker: { handlers: () => helpJobs({ db }) },
    };
  },
});
