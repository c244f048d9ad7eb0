import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import {
  cancelCampaign,
  listCampaigns,
  listRecipients,
  pauseCampaign,
  readCampaign,
  removeCampaign,
  resumeCampaign,
} from './campaigns.ts';
import { checkRecipients } from './check-recipients.ts';
import { createCampaign, previewMail, sendTest } from './create-campaign.ts';
import type { ReviewRequestsDeps } from './deps.ts';
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts';

const ok = { ok: true as const };

export function reviewRequestRoutes({ reviewRequests: on }: RouteBuilder, deps: ReviewRequestsDeps) {
  return {
    list: on.list.handler(({ context }) => listCampaigns(deps, signedInUser(context))),
    readRecipients: on.readRecipients.handler(({ input, context }) =>
      checkRecipients(deps, signedInUser(context).accountId, input.text),
    ),
    preview: on.preview.handler(({ input, context }) => previewMail(deps, signedInUser(context), input)),
    sendTest: on.sendTest.handler(({ input, context }) => sendTest(deps, signedInUser(context), input)),
    create: on.create.handler(async ({ input, context }) => ({
      campaign: await createCampaign(deps, signedInUser(context), input),
    })),
    get: on.get.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return {
        campaign: await inTenant(deps.db, accountId, (trx) => readCampaign(trx, accountId, input.id)),
      };
    }),
    recipients: on.recipients.handler(({ input, context }) =>
      listRecipients(deps, signedInUser(context).accountId, input),
    ),
    pause: on.pause.handler(async ({ input, context }) => ({
      campaign: await pauseCampaign(deps, signedInUser(context), input.id),
    })),
    resume: on.resume.handler(async ({ input, context }) => ({
      campaign: await resumeCampaign(deps, signedInUser(context), input.id),
    })),
    cancel: on.cancel.handler(async ({ input, context }) => ({
      campaign: await cancelCampaign(deps, signedInUser(context), input.id),
    })),
    remove: on.remove.handler(async ({ input, context }) => {
      await removeCampaign(deps, signedInUser(context), input.id);
      return ok;
    }),
    suppressions: on.suppressions.handler(({ input, context }) =>
      listSuppressions(deps, signedInUser(context).accountId, input.cursor),
    ),
    suppress: on.suppress.handler(async ({ input, context }) => ({
      suppression: await addSuppression(deps, signedInUser(context), input.email),
    })),
    unsuppress: on.unsuppress.handler(async ({ input, context }) => {
      await removeSuppression(deps, signedInUser(context), input.id);
      return ok;
    }),
  };
}
