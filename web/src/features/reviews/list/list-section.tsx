import type { Assignee } from '@kindling/contract/review-marks';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useMemo, useState } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import type { Density } from '../density.ts';
import type { FilterField } from '../filtering/filter-fields.ts';
import { defaultSort, serializeFilters } from '../filters.ts';
import css from '../reviews.module.css';
import type { NamedTag } from '../tags/use-tags.ts';
import { FollowedBulks } from '../triage/followed-bulks.tsx';
import type { Inbox } from '../use-inbox-address.ts';
import { ListHead } from './list-head.tsx';
import { ListEmpty, ListOffline, ListSkeleton } from './list-states.tsx';
import { type Neighbors, ReviewList } from './review-list.tsx';
import { SelectionHead } from './selection-head.tsx';
import type { ListHandle } from './use-list-handle.ts';
import { type ListRequest, pageOptions } from './use-review-pages.ts';
import type { SelectionState } from './use-selection.ts';

interface ListSectionProps {
  inbox: Inbox;
  fields: FilterField[];
  /** The open review, also when the address does not name it. */
  chosen: string | null;
  density: Density;
  onDensity: (density: Density) => void;
  /** Whether the list scrolls in a pane of its own; otherwise the window does. */
  isWide: boolean;
  showLocation: boolean;
  tagOf: (id: string) => NamedTag | undefined;
  assigneeOf: (id: string) => Assignee | undefined;
  selection: SelectionState;
  hrefOf: (id: string) => string;
  handle: Ref<ListHandle>;
  onNeighbors: (neighbors: Neighbors) => void;
  /** The first review of a list that was just read; null for an empty one. */
  onFirst: (request: ListRequest, id: string | null) => void;
}

/** The head of the list and its rows, or what is in their place. */
export function ListSection(props: ListSectionProps) {
  const { inbox, fields, density, isWide, selection, onFirst } = props;
  // As a state, because a list whose pages are remembered is rendered before the element exists.
  const [pane, setPane] = useState<HTMLElement | null>(null);
  const { filter } = inbox;
  const sort = inbox.sort ?? defaultSort(filter);
  const wanted = useMemo<ListRequest>(() => ({ filter, sort }), [filter, sort]);
  const first = useQuery(pageOptions(wanted, null));
  const isRead = first.data !== undefined || first.isError;
  // The list before stays while another one is read, so that nothing flashes while somebody types.
  const [shown, setShown] = useState(wanted);
  if (isRead && shown !== wanted) setShown(wanted);
  const isStale = shown !== wanted;
  const items = first.data?.items;
  const firstId = items?.[0]?.id ?? null;
  useEffect(() => {
    if (items !== undefined) onFirst(wanted, firstId);
  }, [items, wanted, firstId, onFirst]);
  const isEmpty = !isStale && items !== undefined && items.length === 0 && first.data?.nextCursor === null;
  return (
    <>
      <div className={css.listHead}>
        {selection.active ? (
          <SelectionHead filter={filter} selection={selection} />
        ) : (
          <ListHead
            filter={filter}
            sort={sort}
            listLoaded={isRead && !isStale}
            density={density}
            onSort={inbox.changeSort}
            onDensity={props.onDensity}
          />
        )}
      </div>
      <div
        ref={isWide ? setPane : undefined}
        className={css.rows}
        data-density={density}
        data-selecting={selection.active || undefined}
        data-stale={isStale || undefined}
      >
        {!isStale && !isRead ? (
          first.fetchStatus === 'paused' ? (
            <ListOffline />
          ) : (
            <ListSkeleton density={density} />
          )
        ) : !isStale && items === undefined ? (
          <ErrorState error={first.error} retry={() => void first.refetch()} />
        ) : isEmpty ? (
          <ListEmpty filter={filter} fields={fields} onClear={() => inbox.changeFilter(() => ({}))} />
        ) : (
          <ReviewList
            key={`${serializeFilters(shown.filter)} ${shown.sort}`}
            request={shown}
            density={density}
            pane={pane}
            chosen={props.chosen}
            showLocation={props.showLocation}
            tagOf={props.tagOf}
            assigneeOf={props.assigneeOf}
            selection={selection}
            onOpen={inbox.choose}
            hrefOf={props.hrefOf}
            handle={props.handle}
            onNeighbors={props.onNeighbors}
          />
        )}
      </div>
      {selection.active ? null : <FollowedBulks />}
    </>
  );
}
