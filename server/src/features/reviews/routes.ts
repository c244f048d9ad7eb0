import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { ReviewsDeps } from './deps.ts';
import { hideReview, listHideReasons, reportAbuse, showReview, takeBackReport } from './hiding.ts';
import { listLanguages } from './languages.ts';
import { presentOwnReview } from './present.ts';
import { sumReviews } from './queries.ts';
import { getReview, requestReply, saveDraft } from './replies.ts';
import { countReviews, listPage } from './reviews.ts';

export function reviewRoutes(routes: RouteBuilder, deps: ReviewsDeps) {
  const { db, connectors } = deps;
  return {
    list: routes.reviews.list.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      const { cursor, limit, sort, ...filter } = input;
      return inTenant(db, accountId, (trx) =>
        listPage(trx, accountId, { filter, connectors, sort, cursor, limit }, (row) =>
          presentOwnReview(row, connectors),
        ),
      );
    }),
    figures: routes.reviews.figures.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, (trx) => sumReviews(trx, accountId, connectors));
    }),
    count: routes.reviews.count.handler(async ({ input: filter, context }) => {
      const { accountId } = signedInUser(context);
      return inTenant(db, accountId, (trx) => countReviews(trx, accountId, { filter, connectors }));
    }),
    languages: routes.reviews.languages.handler(async ({ context }) => {
      const { accountId } = signedInUser(context);
      return { languages: await inTenant(db, accountId, (trx) => listLanguages(trx, accountId)) };
    }),
    get: routes.reviews.get.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return { review: await inTenant(db, accountId, (trx) => getReview(deps, trx, accountId, input.id)) };
    }),
    saveDraft: routes.reviews.saveDraft.handler(async ({ input, context }) => {
      await saveDraft(deps, signedInUser(context).accountId, input.id, input.text);
      return { ok: true as const };
    }),
    reply: routes.reviews.reply.handler(async ({ input: { id, text, seen }, context }) => ({
      review: await requestReply(deps, signedInUser(context), id, { text, seen }),
    })),
    deleteReply: routes.reviews.deleteReply.handler(async ({ input: { id, seen }, context }) => ({
      review: await requestReply(deps, signedInUser(context), id, { text: null, seen }),
    })),
    hideReasons: routes.reviews.hideReasons.handler(async ({ context }) => ({
      reasons: await listHideReasons(deps, signedInUser(context).accountId),
    })),
    hide: routes.reviews.hide.handler(async ({ input: { id, reason }, context }) => ({
      review: await hideReview(deps, signedInUser(context), id, reason),
    })),
    show: routes.reviews.show.handler(async ({ input: { id }, context }) => ({
      review: await showReview(deps, signedInUser(context), id),
    })),
    reportAbuse: routes.reviews.reportAbuse.handler(async ({ input: { id, reason }, context }) => ({
      review: await reportAbuse(deps, signedInUser(context), id, reason),
    })),
    takeBackReport: routes.reviews.takeBackReport.handler(async ({ input: { id }, context }) => ({
      review: await takeBackReport(deps, signedInUser(context), id),
    })),
  };
}
