import type { SyncPlatform } from '@kindling/contract/admin-sync-schedule';
import { Button, Progress } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { formatMoment, formatNumber, formatWait } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { PausePlatformDialog } from './pause-platform-dialog.tsx';
import { PlatformSettingsDialog } from './platform-settings-dialog.tsx';
import { platformRefetchMs } from './refetch.ts';
import { forecastText, paceText, platformName } from './schedule-words.ts';
import css from './sync-schedule.module.css';

// locale-keys: admin-sync-schedule.limit.*

/** One card for each platform of this installation. */
export function PlatformCards() {
  const { t } = useText();
  const platforms = useQuery(
    query.adminSyncSchedule.platforms.queryOptions({ input: {}, refetchInterval: platformRefetchMs }),
  );
  if (platforms.isPending) return <Skeleton shape="rows" framed height={220} />;
  if (platforms.data === undefined)
    return (
      <Panel>
        <ErrorState error={platforms.error} retry={() => void platforms.refetch()} />
      </Panel>
    );
  if (platforms.data.platforms.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconAdjustmentsHorizontal size={22} />}
          title={t('admin-sync-schedule:noPlatforms')}
          text={t('admin-sync-schedule:noPlatformsText')}
        />
      </Panel>
    );
  return (
    <ul className={css.platforms} aria-label={t('admin-sync-schedule:platforms')}>
      {platforms.data.platforms.map((platform) => (
        <PlatformCard key={platform.connector} platform={platform} />
      ))}
    </ul>
  );
}

function PlatformCard({ platform }: { platform: SyncPlatform }) {
  const { t, i18n } = useText();
  const [dialog, setDialog] = useState<'settings' | 'pause' | null>(null);
  const name = platformName(t, platform);
  const paused = platform.pausedAt !== null;
  return (
    <li className={css.platform} data-paused={paused || undefined}>
      <div className={css.platformHead}>
        <h2>{name}</h2>
        <PlatformState platform={platform} />
      </div>
      <p className={css.forecast}>{forecastText(t, platform, i18n.language)}</p>
      <p className={css.muted}>{paceText(t, platform, i18n.language)}</p>
      <Quota platform={platform} />
      <Counts platform={platform} />
      <div className={css.platformActions}>
        <Button
          size="xs"
          variant="default"
          leftSection={paused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
          aria-label={
            paused ? t('admin-sync-schedule:resumeOf', { name }) : t('admin-sync-schedule:pauseOf', { name })
          }
          onClick={() => setDialog('pause')}
        >
          {paused ? t('admin-sync-schedule:action.resume') : t('admin-sync-schedule:action.pause')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconAdjustmentsHorizontal size={14} />}
          aria-label={t('admin-sync-schedule:settingsOf', { name })}
          onClick={() => setDialog('settings')}
        >
          {t('admin-sync-schedule:settings.open')}
        </Button>
      </div>
      <PausePlatformDialog platform={platform} opened={dialog === 'pause'} onClose={() => setDialog(null)} />
      <PlatformSettingsDialog
        platform={platform}
        opened={dialog === 'settings'}
        onClose={() => setDialog(null)}
      />
    </li>
  );
}

function PlatformState({ platform }: { platform: SyncPlatform }) {
  const { t, i18n } = useText();
  const { pausedUntil } = platform.quota;
  if (platform.pausedAt !== null) return <Tag tone="warn">{t('admin-sync-schedule:state.paused')}</Tag>;
  if (pausedUntil !== null)
    return (
      <Tag tone="warn">
        {t('admin-sync-schedule:state.waits', { time: formatMoment(pausedUntil, i18n.language) })}
      </Tag>
    );
  return <Tag tone="good">{t('admin-sync-schedule:state.reads')}</Tag>;
}

/** Calls of the last minute against the limit, and when the next one may be made. */
function Quota({ platform: { quota, ...platform } }: { platform: SyncPlatform }) {
  const { t, i18n } = useText();
  const share = Math.min(100, (quota.used / quota.limit) * 100);
  return (
    <div className={css.quota}>
      <div>
        <span>{t('admin-sync-schedule:quota.label')}</span>
        <span>
          {t('admin-sync-schedule:quota.used', {
            used: formatNumber(quota.used, i18n.language),
            limit: formatNumber(quota.limit, i18n.language),
          })}
        </span>
      </div>
      <Progress
        value={share}
        size="sm"
        aria-label={t('admin-sync-schedule:quota.of', { name: platformName(t, platform) })}
      />
      {platform.pausedAt !== null ? null : (
        <span className={css.muted}>
          {quota.nextCallInSeconds === 0
            ? t('admin-sync-schedule:quota.now')
            : t('admin-sync-schedule:quota.next', {
                time:
                  quota.nextCallInSeconds < 60
                    ? t('admin-sync-schedule:seconds', { count: quota.nextCallInSeconds })
                    : formatWait(Math.ceil(quota.nextCallInSeconds / 60), i18n.language),
              })}
        </span>
      )}
    </div>
  );
}

const shownCounts = ['all', 'running', 'due', 'overdue', 'failing', 'paused'] as const;
/** Counts that are filters of the list. */
const filters: ReadonlySet<string> = new Set(['due', 'overdue', 'failing', 'paused']);

// locale-keys: admin-sync-schedule.count.*

function Counts({ platform }: { platform: SyncPlatform }) {
  const { t, i18n } = useText();
  return (
    <dl className={css.counts}>
      {shownCounts.map((count) => {
        const value = platform.listings[count];
        const text = formatNumber(value, i18n.language);
        return (
          <div
            key={count}
            data-alarm={(value > 0 && (count === 'overdue' || count === 'failing')) || undefined}
          >
            <dt>{t(`admin-sync-schedule:count.${count}`)}</dt>
            <dd>
              {value > 0 && (count === 'all' || filters.has(count)) ? (
                <Link
                  to={`?connector=${platform.connector}${count === 'all' ? '' : `&only=${count}`}`}
                  preventScrollReset
                >
                  {text}
                </Link>
              ) : (
                text
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
