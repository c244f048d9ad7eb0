import type { ListingAction, ScheduledListing } from '@kindling/contract/admin-sync-schedule';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber, formatWait } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag } from '../../../ui/tag.tsx';
import { IntervalDialog } from './interval-dialog.tsx';
import { nextText, outcomeText, platformName, problemText } from './schedule-words.ts';
import css from './sync-schedule.module.css';

// locale-keys: admin-sync-schedule.filter.states.*

interface ListingRowProps {
  listing: ScheduledListing;
  isChosen: boolean;
  onToggle: () => void;
  onAct: (action: ListingAction, intervalMinutes?: number | null) => void;
}

export function ListingRow({ listing, isChosen, onToggle, onAct }: ListingRowProps) {
  const { t, i18n } = useText();
  const { lastRun, nextSyncAt } = listing;
  const problem = problemText(t, listing);
  const access = listing.connector === listing.platform ? 'oauth' : 'api-key';
  const late = nextSyncAt !== null && Date.now() - Date.parse(nextSyncAt) > 60_000;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={css.checkCell}>
        <Checkbox
          aria-label={t('admin-sync-schedule:select.one', { name: listing.name })}
          checked={isChosen}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        <span className={css.rowName}>
          <span data-foreign>{listing.name}</span>
          {listing.state === 'ok' ? null : (
            <Tag tone="warn">{t(`admin-sync-schedule:filter.states.${listing.state}`)}</Tag>
          )}
        </span>
        <span className={css.muted}>
          <span data-foreign>{listing.accountName}</span> ·{' '}
          {platformName(t, { platform: listing.platform, access })}
        </span>
      </th>
      <td data-label={t('admin-sync-schedule:column.next')}>
        <span data-late={late || undefined} className={css.value}>
          {nextText(t, listing, i18n.language)}
        </span>
        <span className={css.muted}>
          {listing.intervalChosen
            ? t('admin-sync-schedule:every.chosen', {
                time: formatWait(listing.intervalMinutes, i18n.language),
              })
            : t('admin-sync-schedule:every.standard', {
                time: formatWait(listing.intervalMinutes, i18n.language),
              })}
        </span>
      </td>
      <td data-label={t('admin-sync-schedule:column.outcome')}>
        <span className={css.outcome} data-outcome={lastRun?.outcome}>
          {outcomeText(t, listing, i18n.language)}
        </span>
        {problem === null ? null : <span className={css.muted}>{problem}</span>}
        {listing.failures < 2 ? null : (
          <span className={css.muted}>{t('admin-sync-schedule:failures', { count: listing.failures })}</span>
        )}
      </td>
      <td
        className={css.number}
        data-label={t('admin-sync-schedule:column.backlog')}
        data-quiet={listing.remaining === null || undefined}
      >
        {listing.remaining === null
          ? '–'
          : t('admin-sync-schedule:remaining', {
              count: listing.remaining,
              value: formatNumber(listing.remaining, i18n.language),
            })}
      </td>
      <td className={css.rowActions}>
        <RowMenu listing={listing} onAct={onAct} />
      </td>
    </tr>
  );
}

function RowMenu({ listing, onAct }: Pick<ListingRowProps, 'listing' | 'onAct'>) {
  const { t } = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('admin-sync-schedule:actionsOf', { name: listing.name })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAct('run')}>{t('admin-sync-schedule:action.run')}</Menu.Item>
          {listing.pausedByOperatorSince === null ? (
            <Menu.Item onClick={() => onAct('pause')}>{t('admin-sync-schedule:action.pause')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => onAct('resume')}>{t('admin-sync-schedule:action.resume')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setAsks(true)}>{t('admin-sync-schedule:action.interval')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <IntervalDialog
        opened={asks}
        count={1}
        start={listing.intervalChosen ? listing.intervalMinutes : null}
        onClose={() => setAsks(false)}
        onChoose={(minutes) => {
          setAsks(false);
          onAct('interval', minutes);
        }}
      />
    </>
  );
}
