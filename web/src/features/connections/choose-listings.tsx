import type { AvailableListing } from '@kindling/contract/connections';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconBuildingStore, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../ui/states.tsx';
import css from './connections.module.css';

interface ChooseListingsProps {
  connectionId: string;
  onChosen: () => void;
}

/** Lets the owner choose listings, which are loaded live from the platform. */
export function ChooseListings({ connectionId, onChosen }: ChooseListingsProps) {
  const { t } = useText();
  const available = useQuery(
    query.connections.available.queryOptions({ input: { id: connectionId }, staleTime: 0 }),
  );
  const listings = available.data?.listings;
  return (
    <Panel title={t('connections:choose.title')}>
      {available.isPending ? (
        <div className={css.inside} role="status" aria-label={t('connections:choose.loading')}>
          <Skeleton height={36} />
          <Skeleton shape="rows" height={56} />
          <Skeleton shape="rows" height={56} />
        </div>
      ) : null}
      {available.isError ? (
        <ErrorState error={available.error} retry={() => void available.refetch()} />
      ) : null}
      {listings?.length === 0 ? (
        <EmptyState
          icon={<IconBuildingStore size={22} />}
          title={t('connections:choose.noneTitle')}
          text={t('connections:choose.noneText')}
        />
      ) : null}
      {listings && listings.length > 0 ? (
        <ListingSelection connectionId={connectionId} listings={listings} onChosen={onChosen} />
      ) : null}
    </Panel>
  );
}

/** An agency that manages many locations chooses, and so does who adds some to those that are imported already. */
const mostPreselected = 20;

/** Whether all locations are selected at first. */
function isPreselected(listings: AvailableListing[]): boolean {
  const selectable = listings.filter((listing) => listing.readable && !listing.chosen);
  const isFirstChoice = listings.every((listing) => !listing.chosen);
  return selectable.length === 1 || (isFirstChoice && selectable.length <= mostPreselected);
}

export function matchesSearch(listing: AvailableListing, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return `${listing.name} ${listing.address ?? ''}`.toLocaleLowerCase().includes(wanted);
}

function ListingSelection({
  connectionId,
  listings,
  onChosen,
}: ChooseListingsProps & { listings: AvailableListing[] }) {
  const { t } = useText();
  const queries = useQueryClient();
  const selectable = listings.filter((listing) => listing.readable && !listing.chosen);
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(isPreselected(listings) ? selectable.map((listing) => listing.externalId) : []),
  );
  const [search, setSearch] = useState('');
  const shown = listings.filter((listing) => matchesSearch(listing, search));
  const shownSelectable = shown.filter((listing) => selectable.includes(listing));
  const allSelected =
    shownSelectable.length > 0 && shownSelectable.every((listing) => selected.has(listing.externalId));
  const choose = useMutation({
    mutationFn: () => client.connections.choose({ id: connectionId, externalIds: [...selected] }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: query.connections.key() });
      onChosen();
    },
  });
  const select = (ids: string[], on: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids) on ? next.add(id) : next.delete(id);
      return next;
    });
  return (
    <div className={css.inside}>
      {listings.length > 5 ? (
        <TextInput
          type="search"
          leftSection={<IconSearch size={16} />}
          aria-label={t('connections:choose.search')}
          placeholder={t('connections:choose.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      {shownSelectable.length > 1 ? (
        <Checkbox
          label={t('connections:choose.all', { count: shownSelectable.length })}
          checked={allSelected}
          indeterminate={!allSelected && shownSelectable.some((listing) => selected.has(listing.externalId))}
          onChange={(event) =>
            select(
              shownSelectable.map((listing) => listing.externalId),
              event.currentTarget.checked,
            )
          }
        />
      ) : null}
      <ul className={css.choices}>
        {shown.map((listing) => (
          <li key={listing.externalId}>
            <Checkbox
              label={listing.name}
              description={listingDescription(
                listing,
                t('connections:choose.already'),
                t('connections:choose.unreadable'),
              )}
              disabled={listing.chosen || !listing.readable}
              checked={listing.chosen || selected.has(listing.externalId)}
              onChange={(event) => select([listing.externalId], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={css.muted}>{t('connections:choose.noMatch')}</p> : null}
      {choose.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={choose.error} />
        </Notice>
      )}
      <Group>
        <Button disabled={selected.size === 0} loading={choose.isPending} onClick={() => choose.mutate()}>
          {t('connections:choose.start', { count: selected.size })}
        </Button>
        {selectable.length === 0 ? (
          <Button variant="default" onClick={onChosen}>
            {t('connections:choose.back')}
          </Button>
        ) : null}
      </Group>
    </div>
  );
}

function listingDescription(listing: AvailableListing, already: string, unreadable: string): string {
  const note = listing.chosen ? already : listing.readable ? null : unreadable;
  return [listing.address, note].filter((part) => part !== null).join(' · ');
}
