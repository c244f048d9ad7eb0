import type { OwnReview } from '@kindling/contract/reviews';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../../lib/api/client.ts';
import { applyReview } from '../review-cache.ts';

/** Milliseconds. Others and the platform are slower than a person who types. */
const intervalMs = 10_000;

/** Reads the review again while somebody answers it: edits, replies from elsewhere, drafts of other members. */
export function usePolledReview(id: string, paused: boolean, onRead: (review: OwnReview) => void): void {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['review-open', id],
    queryFn: async ({ signal }) => (await client.reviews.get({ id }, { signal })).review,
    enabled: !paused,
    refetchInterval: intervalMs,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (data === undefined || paused) return;
    applyReview(queries, data, 'poll');
    onRead(data);
  }, [queries, data, paused, onRead]);
}
