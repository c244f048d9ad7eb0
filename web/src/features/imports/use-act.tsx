import type { Import } from '@kindling/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { actKey, detailKey, previewKey, refreshImports, takeImport } from './use-imports.ts';

interface Act {
  act: () => void;
  busy: boolean;
  error: unknown;
  /** What went wrong, as a sentence of the screen; null while nothing has. */
  fault: ReactNode;
}

/** One thing that is done with an import; its answer stands on the screen at once. */
export function useAct(id: string, call: () => Promise<{ import: Import }>, onDone?: () => void): Act {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationKey: actKey(id),
    mutationFn: call,
    // What is under way for the preview would come upon an import that has moved on.
    onMutate: () => queries.cancelQueries({ queryKey: previewKey }),
    onSuccess: async (answer) => {
      takeImport(queries, answer.import);
      onDone?.();
      await refreshImports(queries);
    },
    // It may have moved on in another window.
    onError: () => queries.invalidateQueries({ queryKey: detailKey(id) }),
  });
  return {
    act: () => mutate(),
    busy: isPending,
    error,
    fault:
      error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={error} />
        </Notice>
      ),
  };
}
