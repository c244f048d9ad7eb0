import { useSyncExternalStore } from 'react';
import { newUuid } from '../../../lib/uuid.ts';

export interface NoteDraft {
  text: string;
  /** The same for each attempt, so that a lost response stores one note. */
  noteId: string;
}

/** What is typed, by review, so that looking at another review loses nothing. */
const drafts = new Map<string, NoteDraft>();
const listeners = new Set<() => void>();

/** Null while nothing is typed. */
export function useNoteDraft(reviewId: string): NoteDraft | null {
  return useSyncExternalStore(subscribe, () => drafts.get(reviewId) ?? null);
}

/** Another text is another note, also after an attempt without a response. */
export function writeNoteDraft(reviewId: string, text: string): void {
  change(reviewId, text === '' ? null : { text, noteId: newUuid() });
}

/** Forgets a draft whose note is stored, unless something else was typed since. */
export function dropNoteDraft(reviewId: string, noteId: string): void {
  if (drafts.get(reviewId)?.noteId === noteId) change(reviewId, null);
}

function change(reviewId: string, draft: NoteDraft | null): void {
  if (draft === null) drafts.delete(reviewId);
  else drafts.set(reviewId, draft);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
