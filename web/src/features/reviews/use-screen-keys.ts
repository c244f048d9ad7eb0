import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import type { ListHandle } from './list/use-list-handle.ts';
import type { SelectionState } from './list/use-selection.ts';
import { findReadReview } from './review-cache.ts';
import type { Inbox } from './use-inbox-address.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import type { OpenReview } from './use-open-review.ts';

interface ScreenKeysOptions {
  inbox: Inbox;
  isWide: boolean;
  list: RefObject<ListHandle | null>;
  search: RefObject<HTMLInputElement | null>;
  open: OpenReview;
  selection: SelectionState;
  onHelp: () => void;
}

/** What the keys of the screen do with its list and its open review. */
export function useScreenKeys(options: ScreenKeysOptions): void {
  const { inbox, isWide, list, search, open, selection, onHelp } = options;
  const queries = useQueryClient();
  const mayReply = useMayDo('reviews.reply');
  const mayTag = useMayDo('reviews.tag');
  /** The review that a key is for; in a narrow window that of the row with the focus, which the key then opens. */
  const target = () => (isWide || inbox.chosen !== null ? open.id : (list.current?.current() ?? null));
  const openFor = (id: string, what: (id: string) => void) => {
    if (!isWide) inbox.choose(id);
    what(id);
    return true;
  };
  useInboxKeys({
    step: (by) => list.current?.step(by),
    goTo(end) {
      if (isWide) list.current?.goTo(end);
      return isWide;
    },
    open() {
      const id = list.current?.current() ?? null;
      if (id === null) return;
      inbox.choose(id);
      open.focus(id);
    },
    close() {
      // The drawer over the list closes by itself.
      const isOver = !isWide && inbox.chosen !== null;
      if (selection.active && !isOver) selection.clear();
      else if (open.hasFocus()) list.current?.focus();
      else return false;
      return !isOver;
    },
    reply() {
      const id = target();
      const review = id === null ? undefined : findReadReview(queries, id)?.review;
      if (!mayReply || review === undefined) return false;
      return openFor(review.id, open.setComposing);
    },
    tag() {
      const id = target();
      return id !== null && mayTag && openFor(id, open.setTagging);
    },
    select: (range) => list.current?.toggleSelected(range),
    search: () => search.current?.focus(),
    help: onHelp,
  });
}
