import { subscribe } from '../../events/subscriber.ts';
import { defineSlice } from '../../slices/slice.ts';
import { billingSlice } from '../billing/module.ts';
import { alertLink, deliverSoon, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { submissionsSlice } from '../submissions/module.ts';
import { alertOfFeedback, alertSubscriber } from './alerts.ts';
import type { FeedbackDeps } from './deps.ts';
import { feedbackEvents } from './events.ts';
import { alertSweepJob, feedbackJobs } from './jobs.ts';
import { updateMailState } from './queries.ts';
import { feedbackRoutes } from './routes.ts';
import { storeFeedback, withdrawFeedback } from './store-feedback.ts';
import { tables } from './tables.ts';

export const feedbackSlice = defineSlice({
  name: 'feedback',
  tables,
  jobs: [alertSweepJob],
  events: feedbackEvents,
  subscribers: [alertSubscriber],
  build(shared) {
    const mail = mailSlice.module(shared);
    const deps: FeedbackDeps = {
      db: shared.db,
      log: shared.log,
      isOnTrial: billingSlice.module(shared).plans.isOnTrial,
      queueMail: (request, trx, id) => queueMail(mail.deps, request, trx, id),
      alertLink: (ref) => alertLink(mail.deps, ref),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
    };
    mail.hooks.ended.fill((trx, { id, state }) =>
      updateMailState(trx, id, state === 'sent' ? 'sent' : 'failed'),
    );
    const submissions = submissionsSlice.module(shared);
    submissions.hooks.messageShown.fill(storeFeedback);
    submissions.hooks.withdrawn.fill(async (trx, accountId, id) => {
      await withdrawFeedback(trx, accountId, id);
    });
    return {
      deps,
      web: ({ routes }) => ({ routes: { feedback: feedbackRoutes(routes, deps) } }),
      worker: {
        handlers: () => feedbackJobs(deps),
        subscribers: () => [
          subscribe(alertSubscriber, (accountId, events, signal) =>
            alertOfFeedback(deps, accountId, events, signal),
          ),
        ],
      },
    };
  },
});
