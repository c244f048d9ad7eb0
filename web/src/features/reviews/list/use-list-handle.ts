import type { OwnReview } from '@kindling/contract/reviews';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import type { RowActions } from './review-row.tsx';

/** What the keyboard does with the list. */
export interface ListHandle {
  /** Opens the next or the previous review; its row gets the focus unless `withFocus` is false. */
  step: (by: 1 | -1, withFocus?: boolean) => void;
  /** Opens the first review, or the last one that was read. */
  goTo: (end: 'first' | 'last') => void;
  /** Selects the review that has the focus, or takes it out; with `range` everything from the last selected one on. */
  toggleSelected: (range: boolean) => void;
  /** Puts the focus on the open review's row, or on the first. */
  focus: () => void;
  /** The review that the focus is on, else the open one. */
  current: () => string | null;
}

export interface Position {
  /** The row of the open review, or of the last one that was open. */
  index: number;
  id: string | null;
  /** The row that was selected last, where a range begins. */
  anchor: number;
  /** The review that was opened here last, until the address names it. */
  awaited: string | null;
}

/** A row far away is rendered within a few frames after scrolling; after this many frames it gets no focus. */
const maxFocusFrames = 30;

interface ListHandleOptions {
  list: RefObject<HTMLElement | null>;
  /** Rows that were read. */
  known: number;
  reviewAt: (row: number) => OwnReview | undefined;
  scrollToRow: (row: number) => void;
  position: RefObject<Position>;
  chosen: string | null;
  onOpen: (id: string) => void;
  select: RowActions['select'];
}

/** Gives the screen what its keys do with the list. */
export function useListHandle(handle: Ref<ListHandle>, options: ListHandleOptions): void {
  const { list, known, reviewAt, scrollToRow, position, chosen, onOpen, select } = options;
  const focusRow = (index: number, frames = maxFocusFrames) => {
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-link]`);
    if (link) link.focus({ preventScroll: true });
    else if (frames > 0) requestAnimationFrame(() => focusRow(index, frames - 1));
  };
  const openRow = (row: number, withFocus: boolean) => {
    const next = Math.min(Math.max(row, 0), Math.max(0, known - 1));
    const review = reviewAt(next);
    scrollToRow(next);
    if (review === undefined) return;
    position.current = openedAt(position.current, next, review.id, chosen);
    onOpen(review.id);
    if (withFocus) focusRow(next);
  };
  useImperativeHandle(handle, () => ({
    step(by, withFocus = true) {
      // Counted from the last step, because the next key may come before the list shows it.
      const { index, id } = position.current;
      const onIt = id !== null && reviewAt(index)?.id === id;
      openRow(onIt || by < 0 ? index + by : index, withFocus);
    },
    goTo: (end) => openRow(end === 'first' ? 0 : known - 1, true),
    toggleSelected(range) {
      const index = focusedIndex(list.current) ?? position.current.index;
      const review = reviewAt(index);
      if (review !== undefined) select(review.id, index, range);
    },
    focus() {
      scrollToRow(position.current.index);
      focusRow(position.current.index);
    },
    current() {
      return reviewAt(focusedIndex(list.current) ?? position.current.index)?.id ?? null;
    },
  }));
}

/** @param chosen the review that the address names: to open it changes no address that would be awaited */
export function openedAt(before: Position, index: number, id: string, chosen: string | null): Position {
  return { ...before, index, id, awaited: id === chosen ? null : id };
}

function focusedIndex(list: HTMLElement | null): number | null {
  const item = document.activeElement?.closest('[data-index]');
  return item && list?.contains(item) ? Number(item.getAttribute('data-index')) : null;
}
