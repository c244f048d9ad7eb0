import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

/** Changes businesses, locations, or the location of a listing, and refetches every list that shows them. */
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
        [
          query.businesses.key(),
          query.connections.key(),
          query.analytics.key(),
          query.reviews.key(),
          // A page and its codes follow the name of their business.
          query.pipelines.key(),
          query.codes.key(),
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
