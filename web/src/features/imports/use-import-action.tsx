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
  /** A notice with the error; null without one. */
  errorNotice: ReactNode;
}

/** An action on an import; its answer updates the cache at once. */
export function useImportAction(
  id: string,
  call: () => Promise<{ import: Import }>,
  onDone?: () => void,
): ImportAction {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationKey: importActionKey(id),
    mutationFn: call,
    // A preview that is still loading would fail, because the import has moved on.
    onMutate: () => queries.cancelQueries({ queryKey: previewKey }),
    onSuccess: async (answer) => {
      applyImportUpdate(queries, answer.import);
      onDone?.();
      await invalidateImports(queries);
    },
    // The import may have changed in another window.
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
