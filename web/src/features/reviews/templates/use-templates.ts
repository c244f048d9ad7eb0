import type { ReplyTemplate, ReplyTemplateFields } from '@kindling/contract/reply-templates';
import type { OwnReview } from '@kindling/contract/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';

export function useTemplates(enabled = true) {
  return useQuery(query.replyTemplates.list.queryOptions({ input: {}, enabled, staleTime: 60_000 }));
}

/** For which templates are shown where no review is open; undefined while it loads, and without reviews. */
export function useNewestReview(enabled: boolean): OwnReview | undefined {
  const newest = useQuery(
    query.reviews.list.queryOptions({ input: { limit: 1 }, enabled, staleTime: 60_000 }),
  );
  return newest.data?.items[0];
}

/** Adds a template, or changes the one that `before` is. */
export function useSaveTemplate(before: ReplyTemplate | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: ReplyTemplateFields) =>
      before === null
        ? client.replyTemplates.create(fields)
        : client.replyTemplates.update({ ...fields, id: before.id, version: before.version }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.replyTemplates.key() }),
  });
}

export function useRemoveTemplate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.replyTemplates.remove({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.replyTemplates.key() }),
  });
}
