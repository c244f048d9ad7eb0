import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { draftReducer, initialDraftState, isDirty } from '../../lib/draft/draft.ts';

/** Milliseconds without a change before the draft is saved automatically. */
const autosaveDelayMs = 800;

export interface Draft {
  name: string;
  settings: EmbedSettings;
}

export interface DraftEditor {
  current: Draft;
  dirty: boolean;
  saving: boolean;
  /** Why the last save failed; null when it did not. */
  error: unknown;
  canUndo: boolean;
  canRedo: boolean;
  change(field: string, draft: Draft): void;
  undo(): void;
  redo(): void;
  /** Saves unsaved changes now; rejects when that fails. */
  flush(): Promise<void>;
  /** Stops saving, because the embed was deleted. */
  stopSaving(): void;
}

/** The draft of an embed with undo and redo. It is saved in the background, one request at a time. */
export function useDraft(initial: Embed, onSaved: (embed: Embed) => void): DraftEditor {
  const [state, dispatch] = useReducer(
    draftReducer<Draft>,
    { name: initial.name, settings: initial.settings },
    initialDraftState,
  );
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const savingStopped = useRef(false);
  const { id } = initial;

  const saveLatest = useCallback(async () => {
    const draft = latest.current.current;
    if (savingStopped.current || draft.name.trim() === '' || !isDirty(latest.current)) return;
    setSaving(true);
    try {
      const { embed } = await client.embeds.save({ id, ...draft });
      setError(null);
      dispatch({ type: 'saved', draft });
      onSaved(embed);
    } catch (failure) {
      setError(failure);
      throw failure;
    } finally {
      setSaving(false);
    }
  }, [id, onSaved]);

  const flush = useCallback(() => {
    // One request at a time: an older save must never arrive after a newer one.
    const next = queue.current.then(saveLatest);
    queue.current = next.catch(() => undefined);
    return next;
  }, [saveLatest]);

  const undo = useCallback(() => dispatch({ type: 'undo' }), []);
  const redo = useCallback(() => dispatch({ type: 'redo' }), []);

  const dirty = isDirty(state);
  const { current } = state;
  useEffect(() => {
    // The rejected change was undone, so nothing is unsaved.
    if (!dirty) setError(null);
  }, [dirty]);
  useEffect(() => {
    if (!dirty || current === null) return;
    const timer = setTimeout(() => {
      dispatch({ type: 'endStep' });
      void flush().catch(() => undefined);
    }, autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [dirty, current, flush]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty(latest.current) && !savingStopped.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      void flush().catch(() => undefined);
    };
  }, [flush]);

  return {
    current,
    dirty,
    saving,
    error,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change: (field, draft) => dispatch({ type: 'change', field, draft }),
    undo,
    redo,
    flush,
    stopSaving: () => {
      savingStopped.current = true;
    },
  };
}
