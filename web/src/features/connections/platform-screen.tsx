import type { Connection, ConnectProblem } from '@kindling/contract/connections';
import { Anchor, Box, Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { MissingPage } from '../../ui/missing-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlanEndedNotice } from '../../ui/plan-ended-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../ui/states.tsx';
import { ApiKeyConnection } from './api-key-connection.tsx';
import { ChooseListings } from './choose-listings.tsx';
import { parseConnectProblem } from './connect-problem.ts';
import { ConnectionCard } from './connection-card.tsx';
import css from './connections.module.css';
import { PlatformModeNotice } from './platform-mode-notice.tsx';
import { findPlatformPage } from './platforms/index.ts';
import type { PlatformPage } from './platforms/platform-page.ts';
import { ReconnectedNotice, useReconnectedId } from './reconnected-notice.tsx';
import { SyncHistory } from './sync-history.tsx';
import { useCanConnect } from './use-can-connect.ts';
import { useConnect } from './use-connect.ts';
import { useConnections } from './use-connections.ts';
import { useNotConnected } from './use-not-connected.ts';
import { type RunsByListing, useSyncProgress } from './use-sync-progress.ts';

// locale-keys: connections.how.*
// locale-keys: connections.problem.*
// locale-keys: connections.platform.*
// locale-keys: common.source.*

/** `/connections/<platform>`: connecting, choosing listings, and later their status and history. */
export function PlatformScreen() {
  const page = findPlatformPage(useParams().platform);
  return page === null ? <MissingPage /> : <PlatformView page={page} />;
}

function PlatformView({ page }: { page: PlatformPage }) {
  const { platform } = page;
  const { t } = useText();
  const [params, setParams] = useSearchParams();
  const problem = parseConnectProblem(params.get('problem'));
  const reconnectedId = useReconnectedId();
  const id = params.get('connection');
  const mayManage = useMayDo('connections.manage');
  const choosing = mayManage && id !== null && params.get('choose') === '1';
  const name = t(`common:source.${platform}`);
  return (
    <Page
      title={name}
      lead={t(`connections:platform.${platform}.pitch`)}
      back={
        <Anchor component={Link} to="/connections" size="sm">
          ← {t('connections:title')}
        </Anchor>
      }
    >
      <div className={css.stack}>
        {mayManage ? <PlanEndedNotice /> : null}
        {mayManage ? <PlatformModeNotice platform={platform} /> : null}
        {problem === null ? null : <ConnectProblemNotice problem={problem} platform={name} />}
        {choosing ? (
          <ChooseListings
            connectionId={id}
            onChosen={() => setParams({ connection: id }, { replace: true })}
          />
        ) : (
          <Overview page={page} notApproved={problem === 'not-approved'} reconnectedId={reconnectedId} />
        )}
      </div>
    </Page>
  );
}

interface OverviewProps {
  page: PlatformPage;
  notApproved: boolean;
  /** The id of the connection that was just reconnected. */
  reconnectedId: string | null;
}

/** Shows the connected accounts first; without any, it begins with how connecting works. */
function Overview({ page, notApproved, reconnectedId }: OverviewProps) {
  const { t } = useText();
  const { platform, Notes, Approval } = page;
  const mayManage = useMayDo('connections.manage');
  const notConnected = useNotConnected();
  const { runs, live } = useSyncProgress();
  const list = useConnections(live);
  if (list.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={260} />
      </div>
    );
  if (list.isError && list.data === undefined)
    return (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  const ownConnections = (list.data?.connections ?? []).filter(
    (connection) => connection.platform === platform,
  );
  const reconnected = ownConnections.find(({ id, status }) => id === reconnectedId && status === 'active');
  const unapproved = ownConnections.some((connection) => connection.status === 'not_approved');
  const withdrawn = ownConnections.some((connection) => connection.status === 'withdrawn');
  // The approval steps are on top when they are needed, and at the end otherwise.
  const approvalNeeded = unapproved || notApproved;
  const approval = Approval === undefined || !mayManage ? null : <Approval open={approvalNeeded} />;
  return (
    <>
      {reconnected === undefined ? null : <ReconnectedNotice connection={reconnected} runs={runs} />}
      {ownConnections.length === 0 && !mayManage ? (
        <Panel>
          <EmptyState icon={<IconPlugConnectedX size={22} />} title={notConnected} />
        </Panel>
      ) : null}
      {ownConnections.length === 0 ? null : <ConnectedAccounts connections={ownConnections} runs={runs} />}
      {approvalNeeded ? approval : null}
      {Notes === undefined ? null : <Notes withdrawn={withdrawn} connections={ownConnections} />}
      {ownConnections.map((connection) => (
        <SyncHistory key={connection.id} connection={connection} titled={ownConnections.length > 1} />
      ))}
      {mayManage ? (
        <>
          <ConnectPanel platform={platform} another={ownConnections.length > 0} />
          <ApiKeyConnection platform={platform} />
        </>
      ) : null}
      {approvalNeeded ? null : approval}
    </>
  );
}

function ConnectProblemNotice({ problem, platform }: { problem: ConnectProblem; platform: string }) {
  const { t } = useText();
  return (
    <Notice tone="warn" alert title={t('connections:problemTitle', { platform })}>
      {t(`connections:problem.${problem}`, { platform })}
    </Notice>
  );
}

function ConnectPanel({ platform, another }: Pick<PlatformPage, 'platform'> & { another: boolean }) {
  const { t } = useText();
  const connect = useConnect();
  const can = useCanConnect(platform);
  const name = t(`common:source.${platform}`);
  return (
    <Panel title={another ? t('connections:connectAnother') : t('connections:howTitle')}>
      <ol className={css.how}>
        {(['signIn', 'choose', 'read'] as const).map((step) => (
          <li key={step}>{t(`connections:how.${step}`, { platform: name })}</li>
        ))}
      </ol>
      <p className={css.muted}>{t(`connections:platform.${platform}.access`)}</p>
      <Button
        mt="md"
        disabled={!can}
        loading={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate(platform)}
      >
        {t('connections:connectTo', { platform: name })}
      </Button>
      {connect.error === null ? null : (
        <Box mt="md">
          <Notice tone="bad" alert>
            <ErrorText error={connect.error} />
          </Notice>
        </Box>
      )}
    </Panel>
  );
}

interface ConnectedAccountsProps {
  connections: readonly Connection[];
  runs: RunsByListing;
}

/** The connected accounts, with live sync progress. */
function ConnectedAccounts({ connections, runs }: ConnectedAccountsProps) {
  const { t } = useText();
  return (
    <Panel title={t('connections:connectedTitle')}>
      <div className={css.inside}>
        {connections.map((connection) => (
          <ConnectionCard key={connection.id} connection={connection} runs={runs} full />
        ))}
      </div>
    </Panel>
  );
}
