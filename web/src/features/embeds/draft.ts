/** The draft in the editor with its steps back. Pure, so that undo can be tested without a screen. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';

export interface Draft {
  name: string;
  settings: EmbedSettings;
}

export interface DraftState {
  current: Draft;
  /** What the server has. */
  saved: Draft;
  past: readonly Draft[];
  /** What was undone, the last step first; a change forgets it. */
  future: readonly Draft[];
  /** The field that the last change was made in: further changes of it make no new step. */
  lastField: string | null;
}

export type DraftAction =
  | { type: 'change'; field: string; draft: Draft }
  /** A pause in typing: the next change of the same field is a step of its own. */
  | { type: 'settle' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; draft: Draft };

/** Steps that are kept; older ones are forgotten. */
const maxUndoSteps = 100;

export function initialDraftState(draft: Draft): DraftState {
  return { current: draft, saved: draft, past: [], future: [], lastField: null };
}

export function draftReducer(state: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'change': {
      // A click on what is chosen already is no step.
      if (sameDraft(action.draft, state.current)) return state;
      const sameField = state.lastField === action.field;
      const past = sameField ? state.past : [...state.past, state.current].slice(-maxUndoSteps);
      return { ...state, current: action.draft, past, future: [], lastField: action.field };
    }
    case 'settle':
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

/** Whether the draft holds what the server does not have. */
export function isDirty({ current, saved }: DraftState): boolean {
  return !sameDraft(current, saved);
}

function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
