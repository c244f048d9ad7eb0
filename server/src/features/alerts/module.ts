import { subscribe } from '../../events/subscriber.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { alertLink, deliverSoon, queueMail, readAlertToken } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import type { AlertsDeps } from './deps.ts';
import { mountEndMails } from './end-mails-routes.ts';
import { followEvents, newsSubscriber } from './follow-events.ts';
import { alertJobDefinitions, alertJobs } from './jobs.ts';
import { newsRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const alertsSlice = defineSlice({
  name: 'alerts',
  tables,
  jobs: alertJobDefinitions,
  subscribers: [newsSubscriber],
  build(shared) {
    const mail = mailSlice.module(shared);
    const deps: AlertsDeps = {
      db: shared.db,
      log: shared.log,
      limits: shared.limits,
      connectors: shared.platforms.connectors,
      queueMail: (request, trx, id) => queueMail(mail.deps, request, trx, id),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
      alertLink: (ref) => alertLink(mail.deps, ref),
      readAlertToken: (token) => readAlertToken(mail.deps.alertKeys, token),
      newsEnded: identitySlice.module(shared).deps.onNewsEnded,
    };
    return {
      deps,
      web: ({ routes }) => ({
        routes: { news: newsRoutes(routes, deps) },
        mount: (app) => mountEndMails(app, deps),
      }),
      worker: {
        handlers: () => alertJobs(deps),
        subscribers: () => [
          subscribe(newsSubscriber, (accountId, events, signal) =>
            followEvents(deps, accountId, events, signal),
          ),
        ],
      },
    };
  },
});
