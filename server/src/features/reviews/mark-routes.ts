import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { assignReview, listAssignees } from './assignee.ts';
import type { ReviewsDeps } from './deps.ts';
import { listHistory } from './history.ts';
import { addNote, changeNote, listNotes, removeNote } from './notes.ts';
import { pinReview, unpinReview } from './pinning.ts';

export function reviewMarkRoutes({ reviewMarks }: RouteBuilder, deps: ReviewsDeps) {
  return {
    assignees: reviewMarks.assignees.handler(async ({ input, context }) => ({
      assignees: await listAssignees(deps, signedInUser(context), input.locationId),
    })),
    assign: reviewMarks.assign.handler(async ({ input: { id, assigneeId }, context }) => ({
      review: await assignReview(deps, signedInUser(context), id, assigneeId),
    })),
    pin: reviewMarks.pin.handler(async ({ input: { id, reason }, context }) => ({
      review: await pinReview(deps, signedInUser(context), id, reason),
    })),
    unpin: reviewMarks.unpin.handler(async ({ input: { id }, context }) => ({
      review: await unpinReview(deps, signedInUser(context), id),
    })),
    notes: reviewMarks.notes.handler(async ({ input: { id }, context }) => ({
      notes: await listNotes(deps, signedInUser(context), id),
    })),
    addNote: reviewMarks.addNote.handler(async ({ input, context }) => ({
      notes: await addNote(deps, signedInUser(context), input),
    })),
    changeNote: reviewMarks.changeNote.handler(async ({ input, context }) => ({
      notes: await changeNote(deps, signedInUser(context), input),
    })),
    removeNote: reviewMarks.removeNote.handler(async ({ input, context }) => {
      await removeNote(deps, signedInUser(context), input);
      return { ok: true as const };
    }),
    history: reviewMarks.history.handler(async ({ input: { id }, context }) => ({
      entries: await listHistory(deps, signedInUser(context).accountId, id),
    })),
  };
}
