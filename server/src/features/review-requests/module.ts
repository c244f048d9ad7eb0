import { deriveKey } from '../../lib/secret-box.ts';
import { defineSlice } from '../../slices/slice.ts';
import { billingSlice } from '../billing/module.ts';
import { composeMail, deliverSoon, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { submissionsSlice } from '../submissions/module.ts';
import type { ReviewRequestsDeps } from './deps.ts';
import { reviewRequestHandlers } from './handlers.ts';
import { reviewRequestJobs } from './jobs.ts';
import { noteAnswer } from './recipient-queries.ts';
import { noteEndedMail } from './returned-mail.ts';
import { reviewRequestRoutes } from './routes.ts';
import { sweepCampaigns } from './send-campaign.ts';
import { tables } from './tables.ts';

export const reviewRequestsSlice = defineSlice({
  name: 'review-requests',
  tables,
  jobs: reviewRequestJobs,
  build(shared) {
    const { settings } = shared;
    const mail = mailSlice.module(shared);
    const submissions = submissionsSlice.module(shared);
    const { plans } = billingSlice.module(shared);
    const deps: ReviewRequestsDeps = {
      db: shared.db,
      log: shared.log,
      queue: shared.queue,
      publicUrl: settings.publicUrl,
      mailWorks: settings.mail.url !== null,
      linkKeys: submissions.formKeys,
      mailIdKey: deriveKey(settings.secret, 'invitation-mails').toString('hex'),
      isOnTrial: plans.isOnTrial,
      mayInvite: async (trx, accountId) => (await plans.readEntitlements(trx, accountId)).has('invite'),
      composeMail: (request) => composeMail(mail.deps, request),
      queueMail: (request, trx, id) => queueMail(mail.deps, request, trx, id),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
    };
    mail.hooks.ended.fill((trx, ended) => noteEndedMail(deps, trx, ended));
    submissions.hooks.invitationAnswered.fill((trx, accountId, { recipientId, submissionId, at }) =>
      noteAnswer(trx, accountId, recipientId, { submissionId, at }),
    );
    return {
      deps,
      web: ({ routes }) => ({ routes: { reviewRequests: reviewRequestRoutes(routes, deps) } }),
      worker: {
        handlers: () => reviewRequestHandlers(deps, settings.mail.reportsUrl),
        enqueueDue: () => sweepCampaigns(deps),
      },
    };
  },
});
