/** An editor's draft with its undo history, as a pure reducer. A draft is plain data, which JSON can hold. */

export interface DraftState<Draft> {
  current: Draft;
  /** The draft as stored on the server. */
  saved: Draft;
  past: readonly Draft[];
  /** Undone states, most recent first; a new change clears them. */
  future: readonly Draft[];
  /** The field of the last change: further changes of it add no undo step. */
  lastField: string | null;
}

export type DraftAction<Draft> =
  | { type: 'change'; field: string; draft: Draft }
  /** A pause in typing: the next change of the same field is a new undo step. */
  | { type: 'endStep' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; draft: Draft };

/** Undo steps that are kept; older ones are dropped. */
const maxUndoSteps = 100;

export function initialDraftState<Draft>(draft: Draft): DraftState<Draft> {
  return { current: draft, saved: draft, past: [], future: [], lastField: null };
}

export function draftReducer<Draft>(state: DraftState<Draft>, action: DraftAction<Draft>): DraftState<Draft> {
  switch (action.type) {
    case 'change': {
      // Choosing the current value again adds no undo step.
      if (sameDraft(action.draft, state.current)) return state;
      const sameField = state.lastField === action.field;
      const past = sameField ? state.past : [...state.past, state.current].slice(-maxUndoSteps);
      return { ...state, current: action.draft, past, future: [], lastField: action.field };
    }
    case 'endStep':
      return { ...state, lastField: null };
    case 'undo': {
      const previous = state.past.at(-1);
      if (previous === undefined) return state;
      return {
        ...state,
        current: previous,
        past: state.past.slice(0, -1),
        future: [state.current, ...state.future],
        lastField: null,
      };
    }
    case 'redo': {
      const [next, ...future] = state.future;
      if (next === undefined) return state;
      return { ...state, current: next, past: [...state.past, state.current], future, lastField: null };
    }
    case 'saved':
      return { ...state, saved: action.draft };
  }
}

/** Whether the draft differs from the server's. */
export function isDirty<Draft>({ current, saved }: DraftState<Draft>): boolean {
  return !sameDraft(current, saved);
}

/** Whether both hold the same, in the same order. */
export function sameDraft(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
