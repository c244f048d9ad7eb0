import type { Assignee } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import { type Density, rowHeights } from '../density.ts';
import { useSearchParts } from '../marked-text.tsx';
import { findReadReview } from '../review-cache.ts';
import type { NamedTag } from '../tags/use-tags.ts';
import css from './list.module.css';
import { ReviewRow, type RowActions } from './review-row.tsx';
import { SkeletonRow } from './skeleton-row.tsx';
import { type ListHandle, openedAt, type Position, useListHandle } from './use-list-handle.ts';
import { type ListRequest, useReviewPages } from './use-review-pages.ts';
import { useRowWindow } from './use-row-window.ts';
import type { SelectionState } from './use-selection.ts';

/** Which reviews are beside the open one. */
export interface Neighbors {
  previous: boolean;
  next: boolean;
}

interface ReviewListProps {
  request: ListRequest;
  density: Density;
  /** The element that scrolls; null: the window does. */
  pane: HTMLElement | null;
  chosen: string | null;
  showLocation: boolean;
  tagOf: (id: string) => NamedTag | undefined;
  assigneeOf: (id: string) => Assignee | undefined;
  selection: SelectionState;
  onOpen: (id: string) => void;
  /** Must stay the same function. */
  onNeighbors: (neighbors: Neighbors) => void;
  hrefOf: (id: string) => string;
  handle: Ref<ListHandle>;
}

/** Pixels of the window that the top bar covers. */
const covered = { top: 56, bottom: 0 };

/** The rows of a list of any length; only those near the ones in sight are in the document. */
export function ReviewList(props: ReviewListProps) {
  const { request, density, pane, chosen, showLocation, tagOf, assigneeOf, selection } = props;
  const { onOpen, onNeighbors, hrefOf, handle } = props;
  const { t, i18n } = useText();
  const zone = useAuth().additionalUserDetails?.timeZone;
  const words = useMemo(() => ({ t, language: i18n.language, zone }), [t, i18n.language, zone]);
  const list = useRef<HTMLUListElement>(null);
  const pages = useReviewPages(request);
  const search = useSearchParts(request.filter.search);
  const rowHeight = rowHeights[density];
  const { count, known, reviewAt, setSight, offset, failure } = pages;
  // Before the rows in sight are read, so that they are those of the kept place.
  useKeptOffset(pane, offset);
  const { first, end, moved, scrollToRow } = useRowWindow({ list, pane, rowHeight, count, covered });
  useEffect(() => setSight({ first, end }), [first, end, setSight]);
  const position = useRef<Position>({ index: 0, id: null, anchor: 0, awaited: null });
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const reviews = rows.map((row) => reviewAt(row));
  const at = rows.find((_, index) => reviews[index]?.id === chosen);
  useEffect(() => {
    const { awaited } = position.current;
    // Of two quick steps the address names the first one for a moment.
    if (at === undefined || (awaited !== null && awaited !== chosen)) return;
    position.current = { ...position.current, index: at, id: chosen, awaited: null };
  }, [at, chosen]);
  // A review that the filter no longer matches, after a reply, leaves the next one at its row.
  const left = at === undefined && position.current.id === chosen ? position.current.index : undefined;
  const hasPrevious = (at ?? left ?? 0) > 0;
  const hasNext = (at === undefined ? (left ?? known) : at + 1) < known;
  useEffect(() => {
    onNeighbors({ previous: hasPrevious, next: hasNext });
    // A list that becomes empty is no longer here to say so.
    return () => onNeighbors({ previous: false, next: false });
  }, [hasPrevious, hasNext, onNeighbors]);
  useOpenReviewFollows(at === undefined ? undefined : reviews[at - first]);
  const actions = useRowActions({ reviewAt, position, chosen, selection, onOpen, hrefOf });
  useListHandle(handle, {
    list,
    known,
    reviewAt,
    scrollToRow,
    position,
    chosen,
    onOpen,
    select: actions.select,
  });
  const reachable = at ?? rows.find((row) => row >= position.current.index) ?? first;
  return (
    <>
      <ul
        ref={list}
        className={css.list}
        style={{ height: count * rowHeight }}
        aria-label={t('reviews:title')}
        aria-busy={pages.fetching}
      >
        {rows.map((row, index) => {
          const review = reviews[index];
          const style = { height: rowHeight, transform: `translateY(${row * rowHeight}px)` };
          if (failure !== null && row === failure.row)
            return (
              <li key="failure" className={css.item} style={style}>
                <PageFailure error={failure.error} retry={failure.retry} />
              </li>
            );
          if (review === undefined)
            return <SkeletonRow key={`row ${row}`} className={css.item} style={style} />;
          return (
            <li
              key={review.id}
              data-index={row}
              className={css.item}
              style={style}
              aria-setsize={pages.hasMore ? -1 : known}
              aria-posinset={row + 1}
            >
              <ReviewRow
                review={review}
                index={row}
                words={words}
                search={search}
                showLocation={showLocation}
                tagOf={tagOf}
                assigneeOf={assigneeOf}
                deferred={moved}
                chosen={review.id === chosen}
                selected={selection.has(review.id)}
                reachable={row === reachable}
                actions={actions}
              />
            </li>
          );
        })}
      </ul>
      {pages.hasMore || known === 0 ? null : <p className={css.end}>{t('reviews:end', { count: known })}</p>}
    </>
  );
}

interface RowActionsOptions {
  reviewAt: (row: number) => OwnReview | undefined;
  position: RefObject<Position>;
  chosen: string | null;
  selection: SelectionState;
  onOpen: (id: string) => void;
  hrefOf: (id: string) => string;
}

/** The functions of the rows, which stay the same while the list changes, so that a row is rendered when it changed. */
function useRowActions(options: RowActionsOptions): RowActions {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useMemo(
    () => ({
      open(id, index) {
        const { position, chosen, onOpen } = latest.current;
        position.current = openedAt(position.current, index, id, chosen);
        onOpen(id);
      },
      select(id, index, range) {
        const { position, reviewAt, selection } = latest.current;
        const { anchor } = position.current;
        const selected = !selection.has(id);
        position.current.anchor = index;
        if (!range) return selection.set([id], selected);
        const [from, to] = anchor < index ? [anchor, index] : [index, anchor];
        const rows = Array.from({ length: to - from + 1 }, (_, at) => reviewAt(from + at)?.id);
        selection.set(
          rows.filter((one) => one !== undefined),
          true,
        );
      },
      hrefOf: (id) => latest.current.hrefOf(id),
    }),
    [],
  );
}

/** Shows beside the list what the list has read of the open review, unless that was read later by itself. */
function useOpenReviewFollows(review: OwnReview | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (review === undefined) return;
    const key = query.reviews.get.queryKey({ input: { id: review.id } });
    const known = queries.getQueryState(key);
    const read = findReadReview(queries, review.id);
    if (read !== undefined && read.readAt > Math.max(known?.dataUpdatedAt ?? 0, known?.errorUpdatedAt ?? 0))
      queries.setQueryData(key, { review: read.review }, { updatedAt: read.readAt });
  }, [queries, review]);
}

/** Opens a pane where it was scrolled to when its screen was left; the window keeps its place itself. */
function useKeptOffset(pane: HTMLElement | null, offset: RefObject<number>): void {
  useLayoutEffect(() => {
    if (pane === null) return;
    pane.scrollTop = offset.current;
    const keep = () => {
      offset.current = pane.scrollTop;
    };
    pane.addEventListener('scroll', keep, { passive: true });
    return () => pane.removeEventListener('scroll', keep);
  }, [pane, offset]);
}

function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useText();
  return (
    <div className={css.failure} role="alert">
      <p>
        <ErrorText error={error} />
      </p>
      <Button variant="default" size="compact-sm" onClick={retry}>
        {t('common:tryAgain')}
      </Button>
    </div>
  );
}
