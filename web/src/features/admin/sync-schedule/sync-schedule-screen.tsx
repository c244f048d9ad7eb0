import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { useConfig } from '../../../lib/auth/session.tsx';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { Page } from '../../../ui/page.tsx';
import { platformSetups } from '../../../ui/platform-setup/index.ts';
import { Tag } from '../../../ui/tag.tsx';
import { DeletionRequestsTab } from './deletion-requests-tab.tsx';
import { ListingsTab } from './listings-tab.tsx';
import { PlatformCards } from './platform-cards.tsx';
import { QueueTab } from './queue-tab.tsx';
import { slowRefetchMs } from './refetch.ts';
import css from './sync-schedule.module.css';
import { WishesTab } from './wishes-tab.tsx';

// locale-keys: admin-sync-schedule.tab.*

const tabs = [
  { name: 'listings', Content: ListingsTab },
  { name: 'queue', Content: QueueTab },
  { name: 'deletions', Content: DeletionRequestsTab },
  { name: 'wishes', Content: WishesTab },
] as const;

/** What is read when, over all accounts: the platforms, and a tab for the listings, the queue and what platforms passed on. */
export function SyncScheduleScreen() {
  const { t } = useText();
  const [params, setParams] = useSearchParams();
  const openDeletions = useOpenDeletions();
  const open = tabs.find(({ name }) => name === params.get('tab')) ?? tabs[0];
  // The filters of the listings belong to their tab.
  const show = (name: string | null) =>
    setParams(name === null || name === tabs[0].name ? {} : { tab: name }, { preventScrollReset: true });
  return (
    <Page title={t('admin-sync-schedule:title')} lead={t('admin-sync-schedule:lead')}>
      <div className={css.stack}>
        <PlatformCards />
        <PlatformSetups />
        <Tabs value={open.name} onChange={show} keepMounted={false} classNames={{ list: css.tabs ?? '' }}>
          <Tabs.List aria-label={t('admin-sync-schedule:tabs')}>
            {tabs.map(({ name }) => (
              <Tabs.Tab key={name} value={name} rightSection={name === 'deletions' ? openDeletions : null}>
                {t(`admin-sync-schedule:tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={open.name} className={css.tabPanel}>
            <ErrorBoundary key={open.name}>
              <open.Content />
            </ErrorBoundary>
          </Tabs.Panel>
        </Tabs>
      </div>
    </Page>
  );
}

/** The steps to the approval of each platform that has such steps, open while it has no keys. */
function PlatformSetups() {
  const { platforms } = useConfig();
  return platforms.map(({ platform, mode }) => {
    const Setup = platformSetups[platform];
    return Setup === undefined ? null : <Setup key={platform} open={mode === 'unconfigured'} />;
  });
}

/** How many deletion requests are open; nothing for zero. */
function useOpenDeletions() {
  const { i18n } = useText();
  const requests = useQuery(
    query.adminSyncSchedule.deletionRequests.queryOptions({ input: {}, refetchInterval: slowRefetchMs }),
  );
  const open = requests.data?.open ?? 0;
  if (open === 0) return null;
  const stuck = requests.data?.items.some(({ state }) => state === 'stuck') ?? false;
  return <Tag tone={stuck ? 'bad' : 'warn'}>{formatNumber(open, i18n.language)}</Tag>;
}
