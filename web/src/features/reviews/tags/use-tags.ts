import type { OwnReview } from '@kindling/contract/reviews';
import type { ReviewTag } from '@kindling/contract/tags';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { updateReviewInLists } from '../review-cache.ts';
import { useApplyReview } from '../triage/use-apply-review.ts';

/** Milliseconds between two looks at the progress of a rule that is being applied. */
const progressInterval = 1_500;

/** What shows a tag as a label: without its counts, rule and progress. */
export type NamedTag = Pick<ReviewTag, 'id' | 'name' | 'color'>;

/** All tags of the account, by name. While a rule is applied to earlier reviews, they are read again and again. */
export function useTags() {
  return useQuery(
    query.tags.list.queryOptions({
      input: {},
      staleTime: 30_000,
      refetchInterval: ({ state }) =>
        state.data?.tags.some(({ run }) => run !== null) === true ? progressInterval : false,
    }),
  );
}

const toNamedTags = ({ tags }: { tags: ReviewTag[] }): NamedTag[] =>
  tags.map(({ id, name, color }) => ({ id, name, color }));

/** All tags without their counts and progress, so that a change of those does not render the whole screen again. */
export function useNamedTags() {
  return useQuery(query.tags.list.queryOptions({ input: {}, staleTime: 30_000, select: toNamedTags }));
}

/** The tags by their ids. A review may name one that was deleted; nobody sees that one any more. */
export function useTagsById(): ReadonlyMap<string, NamedTag> {
  const { data } = useNamedTags();
  return useMemo(() => new Map(data?.map((tag) => [tag.id, tag])), [data]);
}

export function useCreateTag() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.tags.create({ name }),
    onSuccess: ({ tag }) => {
      queries.setQueryData(
        query.tags.list.queryKey({ input: {} }),
        (data) => data && { ...data, tags: [...data.tags, tag] },
      );
      return queries.invalidateQueries({ queryKey: query.tags.list.key() });
    },
  });
}

export interface TagStep {
  add?: string[];
  remove?: string[];
}

/** Tags one review, at once on the screen; after a failure as it was. */
export function useTagReview(id: string) {
  const queries = useQueryClient();
  const apply = useApplyReview();
  return useMutation({
    mutationFn: ({ add = [], remove = [] }: TagStep) => client.tags.ofReview({ id, add, remove }),
    scope: { id: `tags ${id}` },
    onMutate: ({ add = [], remove = [] }) => {
      let before: string[] | null = null;
      updateReviewInLists(queries, id, (review: OwnReview) => {
        before ??= review.tagIds;
        const kept = review.tagIds.filter((one) => !remove.includes(one));
        return { ...review, tagIds: [...kept, ...add.filter((one) => !kept.includes(one))] };
      });
      return before as string[] | null;
    },
    onError: (_error, _step, before) => {
      if (before != null) updateReviewInLists(queries, id, (review) => ({ ...review, tagIds: before }));
    },
    onSuccess: ({ review }) => {
      apply(review);
      void queries.invalidateQueries({ queryKey: query.tags.list.key() });
    },
  });
}
