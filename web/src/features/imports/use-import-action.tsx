import type { Import } from '@kindling/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import {
  applyImportUpdate,
  detailKey,
  importActionKey,
  invalidateImports,
  previewKey,
} from './use-imports.ts';

interface ImportAction {
  run: () => void;
  busy: boolean;
  error: unknown;
  /** What went wrong, as a sentence of the screen; null while nothing has. */
  errorNotice: ReactNode;
}

/** One thing that is done with an import; its answer stands on the screen at once. */
export function useImportAction(
  id: string,
  call: () => Promise<{ import: Import }>,
  onDone?: () => void,
): ImportAction {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationKey: importActionKey(id),
    mutationFn: call,
    // What is under way for the preview would come upon an import that has moved on.
    onMutate: () => queries.cancelQueries({ queryKey: previewKey }),
    onSuccess: async (answer) => {
      applyImportUpdate(queries, answer.import);
      onDone?.();
      await invalidateImports(queries);
    },
    // It may have moved on in another window.
    onError: () => queries.invalidateQueries({ queryKey: detailKey(id) }),
  });
  return {
    run: () => mutate(),
    busy: isPending,
    error,
    errorNotice:
      error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={error} />
        </Notice>
      ),
  };
}
