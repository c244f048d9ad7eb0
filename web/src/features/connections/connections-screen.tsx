import type { Connection } from '@kindling/contract/connections';
import type { Platform, PlatformMode } from '@kindling/contract/platforms';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConnectButton } from '../../ui/connect-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ConnectionCard } from './connection-card.tsx';
import css from './connections.module.css';
import { PlatformModeNotice } from './platform-mode-notice.tsx';
import { findPlatformPage } from './platforms/index.ts';
import { UpcomingPlatforms } from './upcoming-platforms.tsx';
import { useConnections } from './use-connections.ts';
import { useNotConnected } from './use-not-connected.ts';
import { type RunsByListing, useSyncProgress } from './use-sync-progress.ts';

// locale-keys: connections.platform.*

/** `/connections`: every source with its status, and what can be added. */
export function ConnectionsScreen() {
  const { t } = useText();
  const { platforms } = useConfig();
  const mayImport = useMayDo('reviews.import');
  const mayManage = useMayDo('connections.manage');
  const { runs, live } = useSyncProgress();
  const list = useConnections(live);
  const connections = list.data?.connections;
  if (list.isPending)
    return (
      <Page title={t('connections:title')} lead={t('connections:lead')}>
        <div className={css.stack} role="status" aria-label={t('common:loading')}>
          {platforms.map(({ platform }) => (
            <Skeleton shape="rows" framed key={platform} height={180} />
          ))}
        </div>
      </Page>
    );
  return (
    <Page
      title={t('connections:title')}
      lead={connections?.length === 0 && mayManage ? t('connections:leadEmpty') : t('connections:lead')}
    >
      <div className={css.stack}>
        {list.isError && connections === undefined ? (
          <Panel>
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          </Panel>
        ) : (
          platforms.map(({ platform, mode }) => (
            <PlatformPanel
              key={platform}
              platform={platform}
              mode={mode}
              own={connections?.filter((connection) => connection.platform === platform) ?? []}
              runs={runs}
            />
          ))
        )}
        {mayImport ? <ImportPanel /> : null}
        {mayManage ? <UpcomingPlatforms /> : null}
        <div className={css.businesses}>
          <p className={css.muted}>{t('connections:businessesText')}</p>
          <LinkButton size="xs" variant="subtle" to="/businesses">
            {t('connections:settings.businesses')}
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}

interface PlatformPanelProps {
  platform: Platform;
  mode: PlatformMode;
  own: readonly Connection[];
  runs: RunsByListing;
}

function PlatformPanel({ platform, mode, own, runs }: PlatformPanelProps) {
  const { t } = useText();
  const mayManage = useMayDo('connections.manage');
  const notConnected = useNotConnected();
  return (
    <Panel
      title={<SourceName source={platform} />}
      aside={<PlatformLink platform={platform} mode={mode} connected={own.length > 0} />}
    >
      <div className={css.inside}>
        {mayManage ? <PlatformModeNotice platform={platform} /> : null}
        {own.map((connection) => (
          <ConnectionCard key={connection.id} connection={connection} runs={runs} />
        ))}
        {own.length === 0 ? (
          <p className={css.muted}>
            {mayManage ? t(`connections:platform.${platform}.pitch`) : notConnected}
          </p>
        ) : null}
        {own.length === 0 && mayManage && mode !== 'unconfigured' ? (
          <WayToConnect platform={platform} />
        ) : null}
      </div>
    </Panel>
  );
}

interface PlatformLinkProps {
  platform: Platform;
  mode: PlatformMode;
  connected: boolean;
}

/** The way to the platform's page, named by what this person can do there. */
function PlatformLink({ platform, mode, connected }: PlatformLinkProps) {
  const { t } = useText();
  const mayManage = useMayDo('connections.manage');
  const name = t(`common:source.${platform}`);
  const to = `/connections/${platform}`;
  if (connected && mayManage)
    return (
      <LinkButton
        size="xs"
        variant="default"
        to={to}
        aria-label={t('connections:manageOf', { platform: name })}
      >
        {t('connections:manage')}
      </LinkButton>
    );
  if (connected || (mayManage && mode === 'unconfigured'))
    return (
      <LinkButton
        size="xs"
        variant="default"
        to={to}
        aria-label={t('connections:detailsOf', { platform: name })}
      >
        {t('connections:details')}
      </LinkButton>
    );
  return null;
}

/** To the sign-in at once, unless the platform's page says what to know before. */
function WayToConnect({ platform }: { platform: Platform }) {
  const { t } = useText();
  const name = t(`common:source.${platform}`);
  const to = `/connections/${platform}`;
  if (findPlatformPage(platform)?.Notes !== undefined)
    return (
      <div>
        <LinkButton variant="default" to={to}>
          {t('common:connectTo', { platform: name })}
        </LinkButton>
      </div>
    );
  return (
    <div className={css.nextStep}>
      <ConnectButton platform={platform} />
      <LinkButton variant="subtle" to={to} aria-label={t('connections:detailsOf', { platform: name })}>
        {t('connections:details')}
      </LinkButton>
    </div>
  );
}

/** Imported files are a source too: exports of other products, and reviews that no platform's API returns any more. */
function ImportPanel() {
  const { t } = useText();
  const imports = useQuery(query.imports.list.queryOptions({ input: {} }));
  const finished = imports.data?.imports.filter((one) => one.state === 'finished').length ?? 0;
  return (
    <Panel
      title={
        <span className={css.withIcon}>
          <IconFileImport size={18} aria-hidden /> {t('connections:import.title')}
        </span>
      }
      aside={
        <LinkButton size="xs" variant="default" to="/connections/import">
          {t('connections:import.open')}
        </LinkButton>
      }
    >
      <div className={css.inside}>
        <p className={css.muted}>{t('connections:import.text')}</p>
        {finished === 0 ? null : (
          <p>
            <Tag tone="good">{t('connections:import.done', { count: finished })}</Tag>
          </p>
        )}
      </div>
    </Panel>
  );
}
