import { inSystem } from '../../db/transaction.ts';
import { defineSlice } from '../../slices/slice.ts';
import { identitySlice } from '../identity/module.ts';
import { alertLink, composeMail, deliverSoon, queueMail } from '../mail/index.ts';
import { mailSlice } from '../mail/module.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import { noteEndedMail } from './ended-mail.ts';
import { mailingHandlers } from './handlers.ts';
import { mailingJobDefinitions } from './jobs.ts';
import { noteUnsubscribed, refuseUnwanted } from './recipient-queries.ts';
import { mailingsRoutes } from './routes.ts';
import { sweepMailings } from './send-part.ts';
import { tables } from './tables.ts';

/** Test mails of one administrator. */
const testsPerHour = 30;

export const mailingsSlice = defineSlice({
  name: 'mailings',
  tables,
  jobs: mailingJobDefinitions,
  build(shared) {
    const { settings, db } = shared;
    const mail = mailSlice.module(shared);
    const tests = shared.limits.create({
      name: 'mailing-tests',
      max: testsPerHour,
      windowSeconds: 3600,
      exact: true,
    });
    const deps: MailingsDeps = {
      db,
      queue: shared.queue,
      log: shared.log,
      mailWorks: settings.mail.url !== null,
      localMailbox: settings.mailboxUrl !== null,
      plansEnabled: settings.plansEnabled,
      maxRecipients: settings.maxMailingRecipients,
      composeMail: (request) => composeMail(mail.deps, request),
      queueMail: (request, trx, id) => queueMail(mail.deps, request, trx, id),
      deliverSoon: (ids) => deliverSoon(mail.deps, ids),
      alertLink: (ref) => alertLink(mail.deps, ref),
      takeTest: (adminId) => tests.consume(adminId),
    };
    mail.hooks.refuseUnwanted.fill(refuseUnwanted);
    mail.hooks.ended.fill((trx, ended) => noteEndedMail(trx, ended));
    identitySlice
      .module(shared)
      .hooks.newsEnded.fill((userId) =>
        inSystem(db, (system) => noteUnsubscribed(system, userId, nowOf(deps))),
      );
    return {
      deps,
      web: ({ routes }) => ({ routes: { mailings: mailingsRoutes(routes, deps) } }),
      worker: {
        handlers: () => mailingHandlers(deps),
        enqueueDue: () => sweepMailings(deps),
      },
    };
  },
});
