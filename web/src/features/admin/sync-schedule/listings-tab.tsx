import type { ScheduledListing } from '@kindling/contract/admin-sync-schedule';
import { maxListingsPerAction } from '@kindling/contract/admin-sync-schedule';
import { Button, Checkbox } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { ListingFilterBar } from './listing-filter-bar.tsx';
import { type ListingFilters, parseListingFilters, serializeListingFilters } from './listing-filters.ts';
import { ListingRow } from './listing-row.tsx';
import { slowRefetchMs } from './refetch.ts';
import { SelectionBar } from './selection-bar.tsx';
import css from './sync-schedule.module.css';
import { useListingAction } from './use-listing-action.tsx';

function useListings(filters: ListingFilters) {
  return useInfiniteQuery(
    query.adminSyncSchedule.listings.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filters, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
      refetchInterval: (snapshot) => (pagedListOptions.refetchOnReconnect(snapshot) ? slowRefetchMs : false),
    }),
  );
}

/** The listings of all accounts, with actions for one or many. */
export function ListingsTab() {
  const [params, setParams] = useSearchParams();
  const filters = parseListingFilters(params);
  const list = useListings(filters);
  const items = list.data?.pages.flatMap((page) => page.items);
  const change = (next: ListingFilters) =>
    setParams(serializeListingFilters(next), { replace: true, preventScrollReset: true });
  return (
    <div className={css.inside}>
      <ListingFilterBar filters={filters} onChange={change} />
      {list.isPending ? <Skeleton shape="table" framed height={420} /> : null}
      {items === undefined && list.error !== null ? (
        <Panel>
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        </Panel>
      ) : null}
      {items === undefined ? null : items.length === 0 ? (
        <NoListings filters={filters} onClear={() => change({})} />
      ) : (
        // Another list begins without a selection.
        <Listings key={serializeListingFilters(filters).toString()} items={items} />
      )}
      <LoadMore list={list} />
    </div>
  );
}

function NoListings({ filters, onClear }: { filters: ListingFilters; onClear: () => void }) {
  const { t } = useText();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel>
      <EmptyState
        icon={<IconCalendar size={22} />}
        title={isFiltered ? t('admin-sync-schedule:noMatch') : t('admin-sync-schedule:noListings')}
        text={isFiltered ? t('admin-sync-schedule:noMatchText') : t('admin-sync-schedule:noListingsText')}
        action={
          isFiltered ? (
            <Button variant="default" onClick={onClear}>
              {t('admin-sync-schedule:filter.clear')}
            </Button>
          ) : null
        }
      />
    </Panel>
  );
}

const keyOf = ({ accountId, id }: ScheduledListing) => `${accountId} ${id}`;

function Listings({ items }: { items: readonly ScheduledListing[] }) {
  const { t, i18n } = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const action = useListingAction();
  const selected = items.filter((item) => chosen.has(keyOf(item)));
  const selectable = items.slice(0, maxListingsPerAction);
  const toggle = (item: ScheduledListing) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(keyOf(item)) && next.size < maxListingsPerAction) next.add(keyOf(item));
      return next;
    });
  const allChosen = selected.length === selectable.length;
  return (
    <>
      {action.notice}
      <div className={css.table} data-kind="listings" aria-busy={action.isPending}>
        <div className={css.selectAll}>
          <Checkbox
            label={t('admin-sync-schedule:select.all', {
              count: selectable.length,
              value: formatNumber(selectable.length, i18n.language),
            })}
            checked={allChosen}
            indeterminate={selected.length > 0 && !allChosen}
            onChange={() => setChosen(new Set(allChosen ? [] : selectable.map(keyOf)))}
          />
        </div>
        <table>
          <caption className="k-hidden">{t('admin-sync-schedule:tab.listings')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="k-hidden">{t('admin-sync-schedule:select.title')}</span>
              </th>
              <th scope="col">{t('admin-sync-schedule:column.listing')}</th>
              <th scope="col">{t('admin-sync-schedule:column.next')}</th>
              <th scope="col">{t('admin-sync-schedule:column.outcome')}</th>
              <th scope="col" className={css.number}>
                {t('admin-sync-schedule:column.backlog')}
              </th>
              <th scope="col">
                <span className="k-hidden">{t('admin-sync-schedule:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <ListingRow
                key={keyOf(item)}
                listing={item}
                isChosen={chosen.has(keyOf(item))}
                onToggle={() => toggle(item)}
                onAct={(name, intervalMinutes) => action.run(name, [item], intervalMinutes)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {selected.length === 0 ? null : (
        <SelectionBar
          count={selected.length}
          busy={action.isPending}
          onAct={(name, intervalMinutes) =>
            action.run(name, selected, intervalMinutes, () => setChosen(new Set()))
          }
          onClear={() => setChosen(new Set())}
        />
      )}
    </>
  );
}
