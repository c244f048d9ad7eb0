import type { OwnReview } from '@kindling/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { openDraft, showDraft, subscribeToDrafts } from './kept-drafts.ts';

/** Milliseconds after the last keystroke before the draft is saved. */
const autosaveDelayMs = 800;

/**
 * The draft of a composer, saved after each pause in typing and when the composer closes.
 * @param error why sending failed: the text is a draft again then
 */
export function useDraft(review: OwnReview, error: unknown) {
  const queries = useQueryClient();
  const { id } = review;
  const [session] = useState(() => openDraft(queries, review));
  const now = useSyncExternalStore(subscribeToDrafts, session.read);
  const { text, byAssistant, conflict } = now;
  useEffect(() => showDraft(queries, id, session), [queries, id, session]);
  useEffect(() => {
    if (error !== null) session.resume();
  }, [session, error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed or chosen begins the pause anew
  useEffect(() => {
    const timer = setTimeout(session.save, autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [session, text, byAssistant, conflict]);
  return {
    ...now,
    /** Nothing of a person would be lost; as of now, also in a callback of an earlier rendering. */
    isReplaceable: () => session.read().byAssistant || session.read().text.trim() === '',
    change: (next: string, byAssistant = false) => session.write(next, byAssistant),
    compare: session.compare,
    keepMine: session.keepMine,
    takeOther: session.takeOther,
    dropAside: session.dropAside,
    stop: session.stop,
  };
}

export type Draft = ReturnType<typeof useDraft>;
