import type { RouteBuilder } from '../../http/api.ts';
import { adminOf } from '../../http/caller.ts';
import { provedAdminOf } from '../identity/index.ts';
import { confirm, stop } from './confirm.ts';
import { listDeadLetters, resendDeadLetters } from './dead-letters.ts';
import type { MailingsDeps } from './deps.ts';
import {
  changeDraft,
  createDraft,
  getMailing,
  listAll,
  previewMail,
  previewRecipients,
  removeDraft,
  sendTest,
} from './drafts.ts';

export function mailingsRoutes({ mailings }: RouteBuilder, deps: MailingsDeps) {
  return {
    list: mailings.list.handler(async ({ input }) => ({
      ...(await listAll(deps, input.cursor)),
      mailWorks: deps.mailWorks,
      localMailbox: deps.localMailbox,
      plans: deps.plansEnabled,
      limit: deps.maxRecipients,
    })),
    create: mailings.create.handler(({ input, context }) =>
      createDraft(deps, adminOf(context).adminId, input),
    ),
    get: mailings.get.handler(({ input }) => getMailing(deps, input.id)),
    change: mailings.change.handler(({ input, context }) =>
      changeDraft(deps, adminOf(context).adminId, input),
    ),
    remove: mailings.remove.handler(async ({ input, context }) => {
      await removeDraft(deps, adminOf(context).adminId, input);
      return { ok: true as const };
    }),
    preview: mailings.preview.handler(({ input, context }) =>
      previewMail(deps, adminOf(context).adminId, input),
    ),
    recipients: mailings.recipients.handler(({ input }) => previewRecipients(deps, input.id)),
    sendTest: mailings.sendTest.handler(({ input, context }) =>
      sendTest(deps, adminOf(context).adminId, input),
    ),
    confirm: mailings.confirm.handler(({ input, context }) =>
      confirm(deps, provedAdminOf(context).adminId, input),
    ),
    stop: mailings.stop.handler(({ input, context }) => stop(deps, adminOf(context).adminId, input.id)),
    listDeadLetters: mailings.listDeadLetters.handler(({ input }) => listDeadLetters(deps, input.cursor)),
    resend: mailings.resend.handler(({ input, context }) =>
      resendDeadLetters(deps, adminOf(context).adminId, input.ids),
    ),
  };
}
