/**
 * The text of one reply while it is written, with the version of the draft that it began with. When somebody else has changed
 * the draft meanwhile, nothing is saved until the person has chosen, and neither text is lost.
 */
import type { Drafting, OwnReview } from '@kindling/contract/reviews';
import type { QueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { initialReplyText } from '../reply-state.ts';
import { applyReview, updateReviewInLists } from '../review-cache.ts';
import { enqueueDraftSave, isSavingDraft } from './draft-saves.ts';

export interface OtherDraft {
  text: string;
  by: Drafting['by'];
  version: number;
}

export interface DraftState {
  text: string;
  /** The assistant's, unchanged by a person. */
  byAssistant: boolean;
  state: 'none' | 'saved' | 'unsaved';
  conflict: OtherDraft | null;
  /** A text of this person that they replaced with the other draft. */
  aside: string | null;
}

export type DraftSession = ReturnType<typeof createDraftSession>;

/** @param onChange called after each change of what `read` and `isStored` answer */
export function createDraftSession(
  queries: QueryClient,
  review: OwnReview,
  aside: string | null,
  onChange: () => void,
) {
  const { id } = review;
  let now: DraftState = {
    text: initialReplyText(review),
    byAssistant: review.draft !== null && review.drafting.byAssistant,
    state: 'none',
    conflict: null,
    aside,
  };
  let saved = now.text;
  let { version } = review.drafting;
  /** What was sent to be saved here, to recognize it after an answer was lost. */
  const tried = new Set([now.text]);
  let isStopped = false;
  const change = (part: Partial<DraftState>) => {
    now = { ...now, ...part };
    onChange();
  };

  /** Follows the review as it is stored now. */
  const compare = ({ draft, drafting }: OwnReview) => {
    if (drafting.version <= version || isStopped) return;
    const text = draft ?? '';
    if (!tried.has(text) && text !== now.text)
      return change({ conflict: { text, by: drafting.by, version: drafting.version } });
    version = drafting.version;
    if (now.conflict !== null || text === now.text) saved = text;
    change({ conflict: null });
  };

  const send = async (text: string, byAssistant: boolean) => {
    const options = byAssistant ? ({ byAssistant: true } as const) : {};
    const write = () => client.reviews.saveDraft({ id, text, version, ...options });
    try {
      ({ version } = await write());
    } catch (failure) {
      if (toApiError(failure).code !== 'conflict') throw failure;
      const { review: stored } = await client.reviews.get({ id });
      applyReview(queries, stored, 'poll');
      compare(stored);
      if (now.conflict !== null) return;
      ({ version } = await write());
    }
    // The answer says nothing else of the draft, and an own one is shown without its author.
    const drafting = { version, byAssistant, by: null, at: null };
    updateReviewInLists(queries, id, (known) => ({
      ...known,
      draft: text || null,
      drafting: { ...known.drafting, ...drafting },
    }));
    change({ state: 'saved' });
  };

  const save = () => {
    const { text, byAssistant, conflict } = now;
    if (isStopped || conflict !== null || text === saved) return;
    const before = saved;
    saved = text;
    tried.add(text);
    enqueueDraftSave(id, () => send(text, byAssistant))
      .catch(() => {
        saved = before;
        change({ state: 'unsaved' });
      })
      .finally(onChange);
  };

  const settle = (known: OtherDraft, part: Partial<DraftState>) => {
    version = known.version;
    saved = known.text;
    change({ ...part, conflict: null });
  };

  return {
    read: () => now,
    /** The text is stored, so that it can be read from the review again. */
    isStored: () => !isStopped && now.conflict === null && now.text === saved && !isSavingDraft(id),
    write: (text: string, byAssistant: boolean) => change({ text, byAssistant }),
    compare,
    save,
    keepMine: () => {
      if (now.conflict !== null) settle(now.conflict, {});
    },
    takeOther: () => {
      if (now.conflict === null) return;
      const mine = now.text.trim() === '' ? null : now.text;
      settle(now.conflict, { text: now.conflict.text, byAssistant: false, aside: mine });
    },
    dropAside: () => change({ aside: null }),
    /** Stops saving while the text is being sent as the reply. */
    stop: () => {
      isStopped = true;
    },
    resume: () => {
      isStopped = false;
    },
    isStopped: () => isStopped,
  };
}
