import type { ReviewTag, TagColor, TagRule } from '@kindling/contract/tags';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';

export interface TagEdit {
  name: string;
  color: TagColor;
  rule: TagRule | null;
}

export function useChangeTag(id: string) {
  const settle = useSettle();
  return useMutation({
    mutationFn: (edit: TagEdit) => client.tags.update({ id, ...edit }),
    onSuccess: settle,
  });
}

export function useRunTag(id: string) {
  const settle = useSettle();
  return useMutation({ mutationFn: () => client.tags.run({ id }), onSuccess: settle });
}

/** Deletes the tag; with `into` its reviews get that one. */
export function useEndTag(id: string) {
  const queries = useQueryClient();
  const settle = useSettle();
  return useMutation({
    mutationFn: async (into: string | null) => {
      if (into === null) await client.tags.remove({ id });
      else await client.tags.merge({ id, into });
    },
    async onSuccess() {
      await settle();
      // The reviews follow in the background; those that are shown are read again.
      void queries.invalidateQueries({ queryKey: query.reviews.list.key() });
      void queries.invalidateQueries({ queryKey: query.reviews.count.key() });
    },
  });
}

function useSettle() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: query.tags.list.key() });
}

/** What a rule would match among the newest reviews; null for one that is not complete. */
export function useRulePreview(rule: TagRule | null) {
  return useQuery(
    query.tags.preview.queryOptions({
      input: { rule: rule ?? emptyRule },
      enabled: rule !== null,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
}

export const emptyRule: TagRule = {
  words: [],
  rating: null,
  sources: [],
  languages: [],
  recommendation: null,
};

/** Whether the rule has a condition, without which the server refuses it. */
export function hasCondition({ words, rating, sources, languages, recommendation }: TagRule): boolean {
  return words.length + sources.length + languages.length > 0 || rating !== null || recommendation !== null;
}

export function isSameEdit(tag: ReviewTag, edit: TagEdit): boolean {
  const { name, color, rule } = tag;
  return JSON.stringify([name, color, rule]) === JSON.stringify([edit.name, edit.color, edit.rule]);
}
