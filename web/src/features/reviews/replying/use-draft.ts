/**
 * The draft of a composer. It is saved after each pause in typing, with the version that it began with. When somebody else
 * has changed it meanwhile, nothing is saved until the person has chosen, and neither text is lost.
 */
import type { Drafting, OwnReview } from '@kindling/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { toApiError } from '../../../lib/api/problem.ts';
import { initialReplyText } from '../reply-state.ts';
import { updateReviewInLists } from '../review-cache.ts';
import { enqueueDraftSave } from './draft-saves.ts';

/** Milliseconds after the last keystroke before the draft is saved. */
const autosaveDelayMs = 800;

export interface OtherDraft {
  text: string;
  by: Drafting['by'];
  version: number;
}

export interface DraftText {
  text: string;
  /** The assistant's, unchanged by a person. */
  byAssistant: boolean;
}

/** @param error why sending failed: the text is a draft again then */
export function useDraft(review: OwnReview, error: unknown) {
  const queries = useQueryClient();
  const { id } = review;
  const [draft, setDraft] = useState<DraftText>(() => ({
    text: initialReplyText(review),
    byAssistant: review.draft !== null && review.drafting.byAssistant,
  }));
  const [state, setState] = useState<'none' | 'saved' | 'unsaved'>('none');
  const [conflict, setConflict] = useState<OtherDraft | null>(null);
  /** A text of this person that they replaced with the other draft. */
  const [aside, setAside] = useState<string | null>(null);
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const saved = useRef(draft.text);
  const version = useRef(review.drafting.version);
  /** What this composer has tried to save, to recognize it after an answer was lost. */
  const tried = useRef(new Set([draft.text]));
  const stopped = useRef(false);
  const inConflict = useRef(false);

  const noticeOther = useCallback((other: OtherDraft) => {
    inConflict.current = true;
    setConflict(other);
  }, []);

  /** Follows the review as it is stored now. */
  const compare = useCallback(
    (now: OwnReview) => {
      if (now.drafting.version <= version.current || stopped.current) return;
      const text = now.draft ?? '';
      if (tried.current.has(text) || text === latest.current.text) version.current = now.drafting.version;
      else noticeOther({ text, by: now.drafting.by, version: now.drafting.version });
    },
    [noticeOther],
  );

  const send = useCallback(
    async (next: DraftText) => {
      const options = next.byAssistant ? ({ byAssistant: true } as const) : {};
      const write = () =>
        client.reviews.saveDraft({ id, text: next.text, version: version.current, ...options });
      try {
        version.current = (await write()).version;
      } catch (failure) {
        if (toApiError(failure).code !== 'conflict') throw failure;
        const { review: now } = await client.reviews.get({ id });
        compare(now);
        if (inConflict.current) return;
        version.current = (await write()).version;
      }
      setState('saved');
    },
    [id, compare],
  );

  const save = useCallback(
    (next: DraftText) => {
      if (stopped.current || inConflict.current || next.text === saved.current) return;
      const before = saved.current;
      saved.current = next.text;
      tried.current.add(next.text);
      updateReviewInLists(queries, id, (known) => ({ ...known, draft: next.text || null }));
      enqueueDraftSave(id, () => send(next)).catch(() => {
        saved.current = before;
        setState('unsaved');
      });
    },
    [queries, id, send],
  );

  useEffect(() => {
    if (error !== null) stopped.current = false;
  }, [error]);
  useEffect(() => {
    const timer = setTimeout(() => save(draft), autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [save, draft]);
  useEffect(() => () => save(latest.current), [save]);

  const settle = (next: DraftText, known: OtherDraft) => {
    inConflict.current = false;
    version.current = known.version;
    saved.current = known.text;
    setConflict(null);
    setDraft(next);
  };
  return {
    ...draft,
    state,
    conflict,
    aside,
    /** Nothing of a person would be lost; as of now, also in a callback of an earlier rendering. */
    isReplaceable: () => latest.current.byAssistant || latest.current.text.trim() === '',
    change: (text: string, byAssistant = false) => setDraft({ text, byAssistant }),
    compare,
    keepMine: () => {
      if (conflict !== null) settle({ ...draft }, conflict);
    },
    takeOther: () => {
      if (conflict === null) return;
      setAside(draft.text.trim() === '' ? null : draft.text);
      settle({ text: conflict.text, byAssistant: false }, conflict);
    },
    dropAside: () => setAside(null),
    /** Stops saving while the text is being sent as the reply. */
    stop: () => {
      stopped.current = true;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
