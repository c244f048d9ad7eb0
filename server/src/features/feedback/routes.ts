import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { FeedbackDeps } from './deps.ts';
import { addNote, answerFeedback } from './entries.ts';
import { changeFeedback, eraseFeedback, feedbackFigures, listFeedback, readFeedback } from './feedback.ts';

export function feedbackRoutes({ feedback }: RouteBuilder, deps: FeedbackDeps) {
  return {
    list: feedback.list.handler(({ input, context }) => listFeedback(deps, signedInUser(context), input)),
    figures: feedback.figures.handler(({ context }) => feedbackFigures(deps, signedInUser(context))),
    get: feedback.get.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      return {
        feedback: await inTenant(deps.db, accountId, (trx) => readFeedback(trx, accountId, input.id)),
      };
    }),
    update: feedback.update.handler(async ({ input: { id, ...change }, context }) => ({
      feedback: await changeFeedback(deps, signedInUser(context), id, change),
    })),
    addNote: feedback.addNote.handler(async ({ input: { id, noteId, text }, context }) => ({
      feedback: await addNote(deps, signedInUser(context), id, { entryId: noteId, text }),
    })),
    answer: feedback.answer.handler(async ({ input: { id, answerId, text }, context }) => ({
      feedback: await answerFeedback(deps, signedInUser(context), id, { entryId: answerId, text }),
    })),
    erase: feedback.erase.handler(async ({ input, context }) => {
      await eraseFeedback(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
