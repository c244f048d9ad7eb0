/** The list of reviews and what can be done with one, on the reviews in memory. */
import type { ReviewNote } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { isUnanswered } from '../features/reviews/reply-state.ts';
import { ApiError } from '../lib/api/problem.ts';
import type { ApiAnswers, ApiInputs, ApiOutputs } from './api-types.ts';
import { sortReviews } from './filter-reviews.ts';
import type { SampleAccount } from './sample-account.ts';

const usualPage = 50;

function listPage(
  account: SampleAccount,
  { sort = 'newest', cursor, limit = usualPage, ...filter }: ApiInputs['reviews']['list'],
): ApiOutputs['reviews']['list'] {
  const found = sortReviews(account.matching(filter), sort);
  const from = Number(cursor ?? 0);
  const until = from + limit;
  return { items: found.slice(from, until), nextCursor: until < found.length ? String(until) : null };
}

/** The review with its reply, as if the platform had accepted it at once. */
function replyChanges(review: OwnReview, text: string | null): Partial<OwnReview> {
  return {
    reply: text === null ? null : { text, at: new Date().toISOString(), state: 'published', violation: null },
    answered: text !== null,
    draft: null,
    outgoing: null,
    drafting: { ...review.drafting, version: review.drafting.version + 1, earlier: null },
  };
}

function notesOf(account: SampleAccount, id: string): ReviewNote[] {
  return account.notes.get(id) ?? [];
}

function keepNotes(account: SampleAccount, id: string, notes: ReviewNote[]): { notes: ReviewNote[] } {
  account.notes.set(id, notes);
  return { notes };
}

export function reviewAnswers(account: SampleAccount): Pick<ApiAnswers, 'reviews' | 'reviewMarks' | 'tags'> {
  return {
    reviews: {
      list: (input) => listPage(account, input),
      count: (filter) => ({ count: account.matching(filter).length, more: false }),
      figures: () => ({
        total: account.matching({}).length,
        unanswered: account.matching({}).filter(isUnanswered).length,
      }),
      languages: () => ({
        languages: [...new Set(account.matching({}).flatMap(({ language }) => language ?? []))].sort(),
      }),
      get: ({ id }) => ({ review: account.getReview(id) }),
      saveDraft: ({ id, text, version }) => {
        const { drafting } = account.getReview(id);
        if (version !== undefined && version !== drafting.version)
          throw new ApiError({ code: 'conflict', status: 409 });
        const next = drafting.version + 1;
        const at = new Date().toISOString();
        account.change(id, { draft: text, drafting: { ...drafting, version: next, at, byAssistant: false } });
        return { ok: true, version: next };
      },
      reply: ({ id, text }) => account.change(id, replyChanges(account.getReview(id), text)),
      deleteReply: ({ id }) => account.change(id, replyChanges(account.getReview(id), null)),
      hide: ({ id, reason }) => account.change(id, { hidden: { reason, at: new Date().toISOString() } }),
      show: ({ id }) => account.change(id, { hidden: null }),
    },
    reviewMarks: {
      assign: ({ id, assigneeId }) => account.change(id, { assigneeId }),
      pin: ({ id, reason }) => account.change(id, { pinned: { reason, at: new Date().toISOString() } }),
      unpin: ({ id }) => account.change(id, { pinned: null }),
      notes: ({ id }) => ({ notes: notesOf(account, id) }),
      addNote: ({ id, noteId, text }) => {
        const { displayName: authorName } = account.recorded('users', 'getByEmail', {}).user;
        const createdAt = new Date().toISOString();
        const note = { id: noteId, text, authorName, adminName: null, own: true, createdAt, editedAt: null };
        return keepNotes(account, id, [...notesOf(account, id).filter((one) => one.id !== noteId), note]);
      },
      changeNote: ({ id, noteId, text }) => {
        const editedAt = new Date().toISOString();
        const change = (note: ReviewNote) => (note.id === noteId ? { ...note, text, editedAt } : note);
        return keepNotes(account, id, notesOf(account, id).map(change));
      },
      removeNote: ({ id, noteId }) => {
        keepNotes(
          account,
          id,
          notesOf(account, id).filter((note) => note.id !== noteId),
        );
        return { ok: true };
      },
      history: () => ({ entries: [] }),
      assignees: () => account.recorded('reviewMarks', 'assignees', {}),
    },
    tags: {
      ofReview: ({ id, add, remove }) => {
        const { tagIds, ruleTagIds } = account.getReview(id);
        const kept = tagIds.filter((one) => !remove.includes(one));
        return account.change(id, {
          tagIds: [...kept, ...add.filter((one) => !kept.includes(one))],
          ruleTagIds: ruleTagIds.filter((one) => !remove.includes(one)),
        });
      },
    },
  };
}
