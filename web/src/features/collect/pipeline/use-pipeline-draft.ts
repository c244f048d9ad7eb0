import type { Pipeline } from '@kindling/contract/pipelines';
import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { draftReducer, initialDraftState, isDirty, sameDraft } from '../../../lib/draft/draft.ts';
import {
  type PipelineDraft,
  readDraft,
  type SavedDraft,
  type StoredDraft,
  settleDraft,
  writeDraft,
} from './stored-draft.ts';

/** Milliseconds without a change after which the draft is stored on this device, and the next change is a new undo step. */
const pauseMs = 400;

const draftOf = ({ name, slug, settings }: Pipeline): PipelineDraft => ({ name, slug, settings });

/** The draft of an earlier visit; null when there is none, or the server has it already. */
function findKept(pipeline: Pipeline): StoredDraft | null {
  const kept = readDraft(pipeline.id);
  return kept === null || sameDraft(kept.draft, draftOf(pipeline)) ? null : kept;
}

interface SaveInput {
  /** The version that the draft was made from. */
  from: string;
  /** The version that the draft replaces: a newer one where somebody else has saved meanwhile. */
  version: string;
  draft: PipelineDraft;
}

/** Saves a pipeline. What was saved is known here also when the editor was closed and opened again meanwhile. */
function useSavePipeline(id: string) {
  const queries = useQueryClient();
  const mutationKey = ['pipelines', 'save', id];
  const save = useMutation({
    mutationKey,
    mutationFn: async ({ version, draft, from }: SaveInput) => {
      const { pipeline } = await client.pipelines.update({ id, ...draft, updatedAt: version });
      return { pipeline, from, draft, updatedAt: pipeline.updatedAt };
    },
    onSuccess: ({ pipeline, ...saved }) => {
      settleDraft(id, saved);
      // An editor that is opened now must not start from the version before.
      queries.setQueryData(
        query.pipelines.list.queryKey({ input: {} }),
        (known) => known && { pipelines: known.pipelines.map((one) => (one.id === id ? pipeline : one)) },
      );
      void queries.invalidateQueries({ queryKey: query.pipelines.list.key() });
    },
  });
  const attempts = useMutationState({
    filters: { mutationKey },
    select: ({ state }: Mutation<SavedDraft, Error, SaveInput>) => state,
  });
  return {
    save,
    saving: attempts.some(({ status }) => status === 'pending'),
    saved: attempts.flatMap(({ data }) => data ?? []),
  };
}

/**
 * The draft of a pipeline with undo and redo. Visitors see a page as soon as it is saved, so a draft is saved by a button; until
 * then it is kept on this device.
 */
export function usePipelineDraft(pipeline: Pipeline) {
  const queries = useQueryClient();
  const { id } = pipeline;
  const [kept] = useState(() => findKept(pipeline));
  const [state, dispatch] = useReducer(draftReducer<PipelineDraft>, null, () => {
    const fresh = initialDraftState(draftOf(pipeline));
    return kept === null ? fresh : { ...fresh, current: kept.draft };
  });
  /** The version that the draft was made from; saving over a newer one is a conflict. */
  const [seen, setSeen] = useState(kept?.updatedAt ?? pipeline.updatedAt);
  const dirty = isDirty(state);
  const { current } = state;
  const unsaved = useMemo(() => (dirty ? { updatedAt: seen, draft: current } : null), [dirty, seen, current]);
  useKeptDraft(id, unsaved, () => dispatch({ type: 'endStep' }));
  const { save, saving, saved } = useSavePipeline(id);
  const last = saved.find(({ from }) => from === seen);
  useEffect(() => {
    if (last === undefined) return;
    // What was typed while it was saved stays, and is not saved yet.
    setSeen(last.updatedAt);
    dispatch({ type: 'saved', draft: last.draft });
  }, [last]);
  const readNewer = useMutation({
    mutationFn: async (_: (newer: Pipeline) => void) => {
      const { pipelines } = await client.pipelines.list({});
      return pipelines.find((one) => one.id === id);
    },
    onSuccess: async (newer, then) => {
      if (newer !== undefined) then(newer);
      await queries.invalidateQueries({ queryKey: query.pipelines.list.key() });
    },
  });
  const take = (stored: Pipeline) => {
    setSeen(stored.updatedAt);
    save.reset();
    dispatch({ type: 'change', field: 'stored', draft: draftOf(stored) });
    dispatch({ type: 'saved', draft: draftOf(stored) });
  };
  return {
    current,
    dirty,
    /** Whether the draft comes from an earlier visit. */
    restored: kept !== null && dirty && !saving && current === kept.draft,
    saving: saving || readNewer.isPending,
    error: readNewer.error ?? save.error,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change: (field: string, draft: PipelineDraft) => dispatch({ type: 'change', field, draft }),
    undo: useCallback(() => dispatch({ type: 'undo' }), []),
    redo: useCallback(() => dispatch({ type: 'redo' }), []),
    save: () => save.mutate({ from: seen, version: seen, draft: current }),
    /** Takes the stored version instead of the draft. */
    discard: () => take(pipeline),
    /** Replaces what somebody else has saved meanwhile. */
    saveOverNewer: () =>
      readNewer.mutate((newer) => save.mutate({ from: seen, version: newer.updatedAt, draft: current })),
    /** Takes what somebody else has saved meanwhile. */
    takeNewer: () => readNewer.mutate(take),
  };
}
export type PipelineDraftEditor = ReturnType<typeof usePipelineDraft>;

/** Keeps the draft on this device after each pause, and what was typed since the last one when the editor is left. */
function useKeptDraft(id: string, draft: StoredDraft | null, onPause: () => void): void {
  const pause = useEffectEvent(onPause);
  useEffect(() => {
    const timer = setTimeout(() => {
      pause();
      writeDraft(id, draft);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [id, draft]);
  const flush = useEffectEvent(() => writeDraft(id, draft));
  useEffect(() => () => flush(), []);
}
