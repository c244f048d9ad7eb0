import type { maxSelectedReviews } from '@kindling/contract/bulk-actions';
import { useCallback, useMemo, useState } from 'react';

/** The most reviews that are selected one by one; everything that matches is selected as such. */
export const maxSelected: typeof maxSelectedReviews = 500;

/** Which reviews an action is for: some, or everything that the filters match. */
export interface Selection {
  /** Everything that matches, also what was not read yet. */
  readonly all: boolean;
  readonly ids: ReadonlySet<string>;
}

const nothing: Selection = { all: false, ids: new Set() };

export function useSelection() {
  const [selection, setSelection] = useState<Selection>(nothing);
  /** Selects reviews or takes them out; `all` ends with the first change. */
  const set = useCallback((ids: readonly string[], selected: boolean) => {
    setSelection((now) => {
      const next = new Set(now.ids);
      for (const id of ids) {
        if (!selected) next.delete(id);
        else if (next.size < maxSelected) next.add(id);
      }
      return { all: false, ids: next };
    });
  }, []);
  const selectAll = useCallback(() => setSelection((now) => ({ ...now, all: true })), []);
  const clear = useCallback(() => setSelection(nothing), []);
  return useMemo(
    () => ({
      ...selection,
      active: selection.all || selection.ids.size > 0,
      has: (id: string) => selection.all || selection.ids.has(id),
      set,
      selectAll,
      clear,
    }),
    [selection, set, selectAll, clear],
  );
}

export type SelectionState = ReturnType<typeof useSelection>;
