import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import type { SavedView, SavedViewInput } from '@kindling/contract/saved-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { serializeFilters } from '../filters.ts';

/** The person's own views and the shared ones, by name. */
export function useSavedViews() {
  return useQuery(query.savedViews.list.queryOptions({ input: {} }));
}

export type ViewStep =
  | { kind: 'create'; view: SavedViewInput }
  | { kind: 'update'; id: string; view: SavedViewInput }
  | { kind: 'delete'; id: string };

/** Saves, changes or deletes a view. */
export function useChangeViews() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (step: ViewStep) => {
      if (step.kind === 'create') await client.savedViews.create(step.view);
      else if (step.kind === 'update') await client.savedViews.update({ id: step.id, ...step.view });
      else await client.savedViews.delete({ id: step.id });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: query.savedViews.key() }),
  });
}

/** The view that the list shows; undefined for none. */
export function shownView(
  views: readonly SavedView[],
  filter: ReviewFilter,
  sort: ReviewSort,
): SavedView | undefined {
  const key = keyOf(filter);
  return views.find((view) => view.sort === sort && keyOf(view.filter) === key);
}

function keyOf(filter: ReviewFilter): string {
  const params = serializeFilters(filter);
  params.sort();
  return params.toString();
}
