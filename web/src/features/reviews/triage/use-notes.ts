import type { ReviewNote } from '@kindling/contract/review-marks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { dropNoteDraft, type NoteDraft } from './note-drafts.ts';

export function useNotes(reviewId: string) {
  return useQuery(query.reviewMarks.notes.queryOptions({ input: { id: reviewId } }));
}

export function useAddNote(reviewId: string) {
  const show = useShowNotes(reviewId);
  return useMutation({
    mutationFn: ({ noteId, text }: NoteDraft) =>
      client.reviewMarks.addNote({ id: reviewId, noteId, text: text.trim() }),
    onSuccess({ notes }, { noteId }) {
      dropNoteDraft(reviewId, noteId);
      show(notes);
    },
  });
}

export function useChangeNote(reviewId: string, noteId: string) {
  const show = useShowNotes(reviewId);
  return useMutation({
    mutationFn: (text: string) => client.reviewMarks.changeNote({ id: reviewId, noteId, text: text.trim() }),
    onSuccess: ({ notes }) => show(notes),
  });
}

export function useRemoveNote(reviewId: string, noteId: string) {
  const show = useShowNotes(reviewId);
  return useMutation({
    mutationFn: () => client.reviewMarks.removeNote({ id: reviewId, noteId }),
    onSuccess: () => show((notes) => notes.filter(({ id }) => id !== noteId)),
  });
}

type Notes = ReviewNote[] | ((notes: ReviewNote[]) => ReviewNote[]);

function useShowNotes(reviewId: string): (notes: Notes) => void {
  const queries = useQueryClient();
  return (notes) => {
    queries.setQueryData<{ notes: ReviewNote[] }>(
      query.reviewMarks.notes.queryKey({ input: { id: reviewId } }),
      (known) => ({ notes: typeof notes === 'function' ? notes(known?.notes ?? []) : notes }),
    );
    void queries.invalidateQueries({ queryKey: query.reviewMarks.history.key({ input: { id: reviewId } }) });
  };
}
