import { useSyncExternalStore } from 'react';
import { newUuid } from '../../../lib/uuid.ts';

interface EntryDraft {
  text: string;
  /** The same for each attempt, so that a lost response stores and sends once. */
  entryId: string;
}

/** What is typed, by message and mode, so that looking at another message loses nothing. */
const drafts = new Map<string, EntryDraft>();
const listeners = new Set<() => void>();

/** Null while nothing is typed. */
export function useEntryDraft(key: string): EntryDraft | null {
  return useSyncExternalStore(subscribe, () => drafts.get(key) ?? null);
}

/** Another text is another entry, also after an attempt without a response. */
export function writeEntryDraft(key: string, text: string): void {
  change(key, text === '' ? null : { text, entryId: newUuid() });
}

/** Forgets a draft whose entry is stored, also when its composer was closed meanwhile. */
export function dropEntryDraft(key: string, entryId: string): void {
  if (drafts.get(key)?.entryId === entryId) change(key, null);
}

function change(key: string, draft: EntryDraft | null): void {
  if (draft === null) drafts.delete(key);
  else drafts.set(key, draft);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
