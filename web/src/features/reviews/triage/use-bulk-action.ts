import type { BulkAction, BulkProgress, ReviewSelection } from '@kindling/contract/bulk-actions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';

/** Milliseconds between two looks at the progress. */
const progressInterval = 700;

/** Starts an action on many reviews and follows it to its end. */
export function useBulkAction() {
  const queries = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const starting = useMutation({
    mutationFn: (input: { selection: ReviewSelection; action: BulkAction }) =>
      client.bulkActions.start(input),
    onSuccess({ bulk }) {
      queries.setQueryData(query.bulkActions.get.queryKey({ input: { id: bulk.id } }), { bulk });
      void queries.invalidateQueries({ queryKey: query.bulkActions.list.key() });
      setId(bulk.id);
    },
  });
  return { starting, ...useBulkProgress(id) };
}

/** The progress of an action to its end, and stopping it. @param id null to follow none */
export function useBulkProgress(id: string | null) {
  const queries = useQueryClient();
  const progress = useQuery(
    query.bulkActions.get.queryOptions({
      input: { id: id ?? '' },
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data?.bulk.endedAt == null ? progressInterval : false),
    }),
  );
  const stopping = useMutation({
    mutationFn: async () => {
      if (id !== null) await client.bulkActions.cancel({ id });
    },
    onSuccess: () => progress.refetch(),
  });
  const bulk: BulkProgress | null = progress.data?.bulk ?? null;
  const ended = bulk !== null && bulk.endedAt !== null;
  useEffect(() => {
    if (!ended) return;
    for (const key of [
      query.reviews.list.key(),
      query.reviews.get.key(),
      query.reviews.count.key(),
      query.reviews.figures.key(),
      query.reviewMarks.history.key(),
      query.tags.list.key(),
      query.analytics.key(),
    ])
      void queries.invalidateQueries({ queryKey: key });
  }, [ended, queries]);
  return { bulk, stopping, progressError: progress.error };
}
