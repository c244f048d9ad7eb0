import type { Code } from '@kindling/contract/codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';

/** Disables or enables a code. */
export function useDisableCode(id: string, onDone?: (code: Code) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (disabled: boolean) => client.codes.disable({ id, disabled }),
    onSuccess: async ({ code }) => {
      onDone?.(code);
      await queries.invalidateQueries({ queryKey: query.codes.list.key() });
    },
  });
}
