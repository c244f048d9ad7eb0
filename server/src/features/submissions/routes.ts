import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { SubmissionsDeps } from './deps.ts';
import { discardHeld, heldFigures, listHeld, releaseHeld } from './judge.ts';

export function submissionRoutes(routes: RouteBuilder, deps: SubmissionsDeps) {
  return {
    figures: routes.submissions.figures.handler(({ context }) => heldFigures(deps, signedInUser(context))),
    held: routes.submissions.held.handler(({ input, context }) =>
      listHeld(deps, signedInUser(context), input.cursor),
    ),
    release: routes.submissions.release.handler(async ({ input, context }) => {
      await releaseHeld(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
    discard: routes.submissions.discard.handler(async ({ input, context }) => {
      await discardHeld(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}
