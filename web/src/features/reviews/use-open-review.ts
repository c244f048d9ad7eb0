import { useCallback, useRef, useState } from 'react';
import type { Neighbors } from './list/review-list.tsx';
import type { ListRequest } from './list/use-review-pages.ts';

/**
 * The open review: that of the address, or in a wide window the first one of the list; and what is done with it.
 * @param replies whether to begin with the reply to the chosen one
 */
export function useOpenReview(
  { chosen, replies }: { chosen: string | null; replies: boolean },
  isWide: boolean,
) {
  const [first, setFirst] = useState<{ request: ListRequest; id: string | null } | null>(null);
  const [composing, setComposing] = useState(replies ? chosen : null);
  const [tagging, setTagging] = useState<string | null>(null);
  const [neighbors, onNeighbors] = useState<Neighbors>({ previous: false, next: false });
  const article = useRef<HTMLElement>(null);
  const focusOn = useRef<string | null>(null);
  /** The first one stays open when newer ones arrive, because somebody may be reading it. */
  const onFirst = useCallback((request: ListRequest, id: string | null) => {
    setFirst((now) => (now !== null && now.request === request && now.id !== null ? now : { request, id }));
  }, []);
  const articleRef = useCallback((element: HTMLElement | null) => {
    article.current = element;
    if (element === null) return;
    // A review begins at its top, however far the one before was scrolled.
    element.closest('section, [role="dialog"]')?.scrollTo({ top: 0, behavior: 'instant' });
    if (element.dataset.review !== focusOn.current) return;
    focusOn.current = null;
    element.focus();
  }, []);
  return {
    id: chosen ?? (isWide ? (first?.id ?? null) : null),
    onFirst,
    neighbors,
    onNeighbors,
    composing,
    setComposing,
    tagging,
    setTagging,
    articleRef,
    hasFocus: () => article.current?.contains(document.activeElement) === true,
    /** Moves the focus to a review, which may be drawn a moment later. */
    focus(id: string) {
      if (article.current?.dataset.review === id) article.current.focus();
      else focusOn.current = id;
    },
  };
}

export type OpenReview = ReturnType<typeof useOpenReview>;
