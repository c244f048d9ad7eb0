import {
  excerptLength,
  type Feedback,
  type FeedbackRow,
  type FeedbackState,
} from '@kindling/contract/feedback';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';

/** Milliseconds between two looks at an answer that is on its way: soon after it was sent, and later. */
const mailPolls = { soon: 4_000, later: 60_000, soonForMs: 120_000 } as const;

/** What the list shows: messages in a state, those of the signed-in person, or all. */
export const feedbackViews = ['all', 'new', 'in-progress', 'resolved', 'mine'] as const;
export type FeedbackView = (typeof feedbackViews)[number];

type Pages = InfiniteData<{ items: FeedbackRow[]; nextCursor: string | null }>;

export function useFeedbackList(view: FeedbackView) {
  const filter = view === 'all' ? {} : view === 'mine' ? { assignedToMe: true } : { state: view };
  return useInfiniteQuery(
    query.feedback.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

export function useFeedback(id: string) {
  return useQuery({
    ...query.feedback.get.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => mailPollInterval(state.data?.feedback, Date.now()),
  });
}

/** False when no answer is on its way. */
function mailPollInterval(feedback: Feedback | undefined, now: number): number | false {
  const waiting = feedback?.entries.findLast(({ mail }) => mail === 'waiting');
  if (waiting === undefined) return false;
  return now - Date.parse(waiting.createdAt) < mailPolls.soonForMs ? mailPolls.soon : mailPolls.later;
}

/** Changes the rows of every list that was read. */
function changeRows(queries: QueryClient, change: (rows: FeedbackRow[]) => FeedbackRow[]): void {
  queries.setQueriesData<Pages>(
    { queryKey: query.feedback.list.key({ type: 'infinite' }) },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

/** Shows a changed message at once, in the list too, where it stays until the list is read again. */
function applyFeedback(queries: QueryClient, feedback: Feedback): void {
  const { id, state, assignee, withdrawnAt } = feedback;
  queries.setQueryData(query.feedback.get.queryKey({ input: { id } }), { feedback });
  const message = feedback.message?.slice(0, excerptLength) ?? null;
  changeRows(queries, (rows) =>
    rows.map((row) => (row.id === id ? { ...row, state, assignee, withdrawnAt, message } : row)),
  );
  void queries.invalidateQueries({ queryKey: query.feedback.figures.key() });
}

export function useChangeFeedback(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { state?: FeedbackState; assigneeId?: string | null }) =>
      client.feedback.update({ id, ...change }),
    onSuccess: ({ feedback }) => applyFeedback(queries, feedback),
  });
}

export type EntryKind = 'answer' | 'note';

interface NewEntry {
  entryId: string;
  text: string;
  /** Resolves the message afterwards. */
  resolve: boolean;
}

/**
 * Adds answers or notes to a message. What becomes of an entry is known here also when it was sent before the message
 * was left and opened again.
 * @param onStored gets the id of the entry, also when the message was left meanwhile
 */
export function useAddEntry(id: string, kind: EntryKind, onStored: (entryId: string) => void) {
  const queries = useQueryClient();
  const mutationKey = ['feedback', 'add-entry', id, kind];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ entryId, text, resolve }: NewEntry) => {
      const added =
        kind === 'note'
          ? await client.feedback.addNote({ id, noteId: entryId, text })
          : await client.feedback.answer({ id, answerId: entryId, text });
      applyFeedback(queries, added.feedback);
      // An answer that is stored must not be sent again because the message could not be resolved.
      onStored(entryId);
      if (resolve) applyFeedback(queries, (await client.feedback.update({ id, state: 'resolved' })).feedback);
    },
  });
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1);
  return { add: mutate, pending: last?.status === 'pending', error: last?.error ?? null };
}

export function useEraseFeedback(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.feedback.erase({ id }),
    onSuccess: () => {
      changeRows(queries, (rows) => rows.filter((row) => row.id !== id));
      void queries.invalidateQueries({ queryKey: query.feedback.figures.key() });
    },
  });
}
