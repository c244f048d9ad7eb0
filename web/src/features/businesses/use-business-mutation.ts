import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

/** A change of businesses, locations or where a listing belongs; whoever shows them asks anew afterwards. */
export function useBusinessMutation<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: mutationFn,
    onSuccess: async () => {
      onDone?.();
      await Promise.all(
        [query.businesses.key(), query.connections.key(), query.analytics.key(), query.reviews.key()].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
