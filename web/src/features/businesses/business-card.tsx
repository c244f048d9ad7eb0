import type { Business } from '@kindling/contract/businesses';
import type { Connection } from '@kindling/contract/connections';
import { colorScale } from '@kindling/design/color';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatAverage, formatList, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { Stars } from '../../ui/stars.tsx';
import { Tag } from '../../ui/tag.tsx';
import { BusinessForm } from './business-form.tsx';
import css from './businesses.module.css';
import {
  combinePlatforms,
  figuresByPlatform,
  type ListingWithPlatform,
  type PlatformFigures,
} from './figures.ts';
import { LocationForm } from './location-form.tsx';
import { LocationRow } from './location-row.tsx';
import { useBusinessMutation } from './use-business-mutation.ts';

interface BusinessCardProps {
  business: Business;
  businesses: readonly Business[];
  listings: readonly ListingWithPlatform[];
  /** Null when they could not be loaded. */
  connections: readonly Connection[] | null;
}

type OpenDialog = 'edit' | 'location' | 'archive' | 'remove' | null;

/** A business with the platforms' figures over all of its locations, and its locations one by one. */
export function BusinessCard({ business, businesses, listings, connections }: BusinessCardProps) {
  const { t } = useText();
  const mayManage = useMayDo('businesses.manage');
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const archived = business.archivedAt !== null;
  const archive = useBusinessMutation(
    () => client.businesses.archive({ id: business.id, archived: !archived }),
    close,
  );
  const remove = useBusinessMutation(() => client.businesses.remove({ id: business.id }), close);
  const ownListings = listings.filter((listing) =>
    business.locations.some(({ id }) => id === listing.locationId),
  );
  const unarchived = businesses.filter((one) => one.archivedAt === null);
  const isLastUnarchived = !archived && unarchived.length === 1;
  const locations = businesses.reduce((sum, one) => sum + one.locations.length, 0);
  const details = [business.category, business.phone].filter((part) => part !== null).join(' · ');
  return (
    <section className={css.card} aria-labelledby={`business-${business.id}`} data-archived={archived}>
      <header className={css.head}>
        <span className={css.mark} style={brandBackground(business)} aria-hidden="true">
          {[...business.name][0]?.toLocaleUpperCase()}
        </span>
        <div className={css.title}>
          <h2 id={`business-${business.id}`} className={css.name}>
            {business.name} {archived ? <Tag tone="calm">{t('businesses:archived')}</Tag> : null}
          </h2>
          {details === '' ? null : <p className={css.muted}>{details}</p>}
          {business.website === null ? null : (
            <a className={css.website} href={business.website} target="_blank" rel="noopener noreferrer">
              {new URL(business.website).hostname}
            </a>
          )}
        </div>
        {mayManage ? (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('businesses:actions', { name: business.name })}
              >
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
                {t('businesses:edit')}
              </Menu.Item>
              <Menu.Item
                leftSection={archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
                disabled={isLastUnarchived}
                onClick={() => (archived ? archive.mutate(undefined) : setOpen('archive'))}
              >
                {archived ? t('businesses:restore') : t('businesses:archive')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                disabled={isLastUnarchived || connections === null || ownListings.length > 0}
                onClick={() => setOpen('remove')}
              >
                {t('businesses:remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </header>
      <Figures figures={figuresByPlatform(ownListings)} />
      <ul className={css.locations}>
        {business.locations.map((location) => (
          <LocationRow
            key={location.id}
            location={location}
            business={business}
            businesses={businesses}
            listings={ownListings.filter((listing) => listing.locationId === location.id)}
            connections={connections}
            removable={locations > 1}
          />
        ))}
      </ul>
      {archived || !mayManage ? null : (
        <Button
          className={css.add}
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen('location')}
        >
          {t('businesses:location.add')}
        </Button>
      )}
      {open === 'edit' ? <BusinessForm business={business} onClose={close} /> : null}
      {open === 'location' ? (
        <LocationForm businesses={businesses} business={business} location={null} onClose={close} />
      ) : null}
      <ConfirmDialog
        opened={open === 'archive'}
        title={t('businesses:archiveTitle', { name: business.name })}
        confirm={t('businesses:archive')}
        busy={archive.isPending}
        error={archive.error}
        onConfirm={() => archive.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">{t('businesses:archiveText')}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        refusedWhileActing
        opened={open === 'remove'}
        title={t('businesses:removeTitle', { name: business.name })}
        confirm={t('businesses:remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">{t('businesses:removeText')}</Text>
      </ConfirmDialog>
    </section>
  );
}

/** The background of the initial: the brand color in the shade on which white text is readable. */
function brandBackground({ brandColor }: Business): CSSProperties | undefined {
  return brandColor === null ? undefined : { background: colorScale(brandColor)[7] };
}

/** The figures of each platform, and one combined figure whose label names the platforms it is made of. */
function Figures({ figures }: { figures: readonly PlatformFigures[] }) {
  const { t, i18n } = useText();
  if (figures.length === 0) return null;
  const combined = combinePlatforms(figures);
  return (
    <dl className={css.figures}>
      {figures.map(({ platform, average, count }) => (
        <div key={platform} className={css.figure}>
          <dt>
            <SourceName source={platform} />
          </dt>
          <dd>
            <Average average={average} count={count} />
          </dd>
        </div>
      ))}
      {combined === null ? null : (
        <div className={css.figure}>
          <dt>
            {t('businesses:combined', {
              sources: formatList(
                combined.platforms.map((one) => t(`common:source.${one}`)),
                i18n.language,
              ),
            })}
          </dt>
          <dd>
            <Average average={combined.average} count={combined.count} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Average({ average, count }: { average: number | null; count: number | null }) {
  const { t, i18n } = useText();
  if (count === null) return <span className={css.muted}>{t('businesses:listing.unknown')}</span>;
  const total = t('businesses:listing.count', { count, value: formatNumber(count, i18n.language) });
  if (average === null) return <span>{total}</span>;
  return (
    <>
      <strong className={css.average}>{formatAverage(average, i18n.language)}</strong>
      <Stars value={average} size={15} decorative />
      <span className="k-hidden">{t('common:outOfFive')}</span>
      <span className={css.muted}>{total}</span>
    </>
  );
}
