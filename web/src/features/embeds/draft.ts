/** The editor's draft with its undo history, as a pure reducer. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';

export interface Draft {
  name: string;
  settings: EmbedSettings;
}

export interface DraftState {
  current: Draft;
  /** The draft as stored on the server. */
  saved: Draft;
  past: readonly Draft[];
  /** Undone states, most recent first; a new change clears them. */
  future: readonly Draft[];
  /** The field of the last change: further changes of it add no undo step. */
  lastField: string | null;
}

export type DraftAction =
  | { type: 'change'; field: string; draft: Draft }
  /** A pause in typing: the next change of the same field is a new undo step. */
  | { type: 'endStep' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; draft: Draft };

/** Undo steps that are kept; older ones are dropped. */
const maxUndoSteps = 100;

export function initialDraftState(draft: Draft): DraftState {
  return { current: draft, saved: draft, past: [], future: [], lastField: null };
}

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
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
export function isDirty({ current, saved }: DraftState): boolean {
  return !sameDraft(current, saved);
}

function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
