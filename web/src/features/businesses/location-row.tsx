import type { Business, Location } from '@kindling/contract/businesses';
import type { Connection } from '@kindling/contract/connections';
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatAverage, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './businesses.module.css';
import type { ListingWithPlatform } from './figures.ts';
import { LocationForm } from './location-form.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

// locale-keys: businesses.listing.state.*
// locale-keys: businesses.location.remove*

interface LocationRowProps {
  location: Location;
  business: Business;
  businesses: readonly Business[];
  listings: readonly ListingWithPlatform[];
  /** Null when they could not be loaded. */
  connections: readonly Connection[] | null;
  /** False for the account's only location, which the server does not let anybody remove. */
  removable: boolean;
}

export function LocationRow({
  location,
  business,
  businesses,
  listings,
  connections,
  removable,
}: LocationRowProps) {
  const { t } = useText();
  const mayManage = useMayDo('businesses.manage');
  const mayConnect = useMayDo('connections.manage');
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = useBusinessMutation(() => client.businesses.removeLocation({ id: location.id }), close);
  // Reviews, and listings that could not be loaded, are for the server to find.
  const obstacle = removable ? (listings.length === 0 ? null : 'removeInUse') : 'removeOnly';
  return (
    <li className={css.location}>
      <IconMapPin className={css.pin} size={18} stroke={1.75} aria-hidden />
      <div className={css.place}>
        <h3 className={css.placeName}>{location.name}</h3>
        {location.address === null && location.phone === null ? null : (
          <p className={css.muted}>
            {[location.address, location.phone].filter((part) => part !== null).join(' · ')}
          </p>
        )}
        {connections === null ? null : listings.length === 0 ? (
          <p className={css.muted}>
            {t('businesses:location.nothing')}{' '}
            {mayConnect ? <Link to="/connections">{t('businesses:location.connect')}</Link> : null}
          </p>
        ) : (
          <ul className={css.listings}>
            {listings.map((listing) => (
              <ListingItem
                key={listing.id}
                listing={listing}
                businesses={businesses}
                connections={connections}
              />
            ))}
          </ul>
        )}
        <Link className={css.more} to={`/reviews?locationId=${location.id}`}>
          {t('businesses:location.reviews')}
        </Link>
      </div>
      {mayManage ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('businesses:actions', { name: location.name })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
              {t('businesses:edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('remove')}>
              {t('businesses:remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {open === 'edit' ? (
        <LocationForm businesses={businesses} business={business} location={location} onClose={close} />
      ) : null}
      <ConfirmDialog
        refusedWhileActing
        opened={open === 'remove'}
        title={t('businesses:removeTitle', { name: location.name })}
        confirm={t('businesses:remove')}
        busy={remove.isPending}
        disabled={obstacle !== null}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">{t(`businesses:location.${obstacle ?? 'removeText'}`)}</Text>
      </ConfirmDialog>
    </li>
  );
}

interface ListingItemProps {
  listing: ListingWithPlatform;
  businesses: readonly Business[];
  connections: readonly Connection[];
}

/** One listing of the location: the platform's figures, the last sync, and a menu to move it to another location. */
function ListingItem({ listing, businesses, connections }: ListingItemProps) {
  const { t, i18n } = useText();
  const mayMove = useMayDo('connections.manage');
  const move = useBusinessMutation((locationId: string) =>
    client.connections.updateListing({ id: listing.id, locationId }),
  );
  const connection = connections.find((one) => one.listings.some(({ id }) => id === listing.id));
  const places = businesses.flatMap((business) =>
    business.locations.map((location) => ({
      id: location.id,
      name: businesses.length > 1 ? `${business.name}: ${location.name}` : location.name,
    })),
  );
  const average =
    listing.platformAverage === null ? null : formatAverage(listing.platformAverage, i18n.language);
  return (
    <li className={css.listing}>
      <SourceName source={listing.platform} />
      <span className={css.muted}>
        {listing.platformCount === null
          ? t('businesses:listing.unknown')
          : average === null
            ? t('businesses:listing.count', {
                count: listing.platformCount,
                value: formatNumber(listing.platformCount, i18n.language),
              })
            : t('businesses:listing.figures', {
                average,
                count: listing.platformCount,
                value: formatNumber(listing.platformCount, i18n.language),
              })}
        {listing.lastSuccessAt === null
          ? null
          : ` · ${t('businesses:listing.read', { when: formatRelative(listing.lastSuccessAt, i18n.language) })}`}
      </span>
      {connection !== undefined && connection.status !== 'active' ? (
        <Link to={`/connections/${listing.platform}`}>
          <Tag tone="warn">{t('businesses:listing.trouble')}</Tag>
        </Link>
      ) : listing.paused ? (
        <Tag tone="calm">{t('businesses:listing.paused')}</Tag>
      ) : listing.state === 'ok' ? null : (
        <Tag tone="warn">{t(`businesses:listing.state.${listing.state}`)}</Tag>
      )}
      {mayMove && places.length > 1 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <button type="button" className={css.move} disabled={move.isPending}>
              {t('businesses:listing.move')}
              <span className="k-hidden"> {listing.name}</span>
            </button>
          </Menu.Target>
          <Menu.Dropdown className={css.moves}>
            <Menu.Label>{t('businesses:listing.moveTo')}</Menu.Label>
            {places.map((place) => (
              <Menu.Item
                key={place.id}
                disabled={place.id === listing.locationId}
                onClick={() => move.mutate(place.id)}
              >
                {place.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
