import type { Connection, ConnectProblem } from '@kindling/contract/connections';
import { Anchor, Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useIsOperator } from '../../lib/auth/use-is-operator.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useCanConnect } from '../../lib/connect/use-can-connect.ts';
import { useConnect } from '../../lib/connect/use-connect.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConnectButton } from '../../ui/connect-button.tsx';
import { MissingPage } from '../../ui/missing-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlanEndedNotice } from '../../ui/plan-ended-notice.tsx';
import { platformSetups } from '../../ui/platform-setup/index.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ApiKeyConnection } from './api-key-connection.tsx';
import { ChooseListings } from './choose-listings.tsx';
import { parseConnectProblem } from './connect-problem.ts';
import { ConnectionCard } from './connection-card.tsx';
import css from './connections.module.css';
import { ImportResult } from './import-result.tsx';
import { PlatformModeNotice } from './platform-mode-notice.tsx';
import { findPlatformPage } from './platforms/index.ts';
import type { PlatformPage } from './platforms/platform-page.ts';
import { ReconnectedNotice, useReconnectedId } from './reconnected-notice.tsx';
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
            onChosen={() => setParams({ connection: id, imported: '1' }, { replace: true })}
          />
        ) : (
          <Overview
            page={page}
            notApproved={problem === 'not-approved'}
            reconnectedId={reconnectedId}
            importedId={params.get('imported') === '1' ? id : null}
          />
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
  /** The id of the connection whose locations were just chosen. */
  importedId: string | null;
}

/** Shows the connected accounts first; without any, it begins with how connecting works. */
function Overview({ page, notApproved, reconnectedId, importedId }: OverviewProps) {
  const { t } = useText();
  const { platform, Notes } = page;
  const Setup = platformSetups[platform];
  const mayManage = useMayDo('connections.manage');
  const isOperator = useIsOperator();
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
  const imported = ownConnections.find(({ id }) => id === importedId);
  const unapproved = ownConnections.some((connection) => connection.status === 'not_approved');
  const withdrawn = ownConnections.some((connection) => connection.status === 'withdrawn');
  // The approval steps are on top when they are needed, and at the end otherwise.
  const approvalNeeded = unapproved || notApproved;
  const approval =
    Setup === undefined || !mayManage || !isOperator ? null : (
      <Setup open={approvalNeeded} check={<CheckAgainButton platform={platform} />} />
    );
  return (
    <>
      {reconnected === undefined ? null : <ReconnectedNotice connection={reconnected} runs={runs} />}
      {imported === undefined ? null : <ImportResult connection={imported} runs={runs} />}
      {ownConnections.length === 0 && !mayManage ? (
        <Panel>
          <EmptyState icon={<IconPlugConnectedX size={22} />} title={notConnected} />
        </Panel>
      ) : null}
      {ownConnections.length === 0 ? null : <ConnectedAccounts connections={ownConnections} runs={runs} />}
      {approvalNeeded ? approval : null}
      {/* What to know before connecting is above the button. */}
      {Notes === undefined ? null : <Notes withdrawn={withdrawn} connections={ownConnections} />}
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

/** Connecting calls the platform once, and stores nothing while it refuses. */
function CheckAgainButton({ platform }: Pick<PlatformPage, 'platform'>) {
  const { t } = useText();
  const connect = useConnect();
  const can = useCanConnect(platform);
  return (
    <Button
      variant="default"
      disabled={!can}
      loading={connect.isPending || connect.isSuccess}
      onClick={() => connect.mutate(platform)}
    >
      {t('connections:approval.check')}
    </Button>
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

/** How connecting works, or another account beside the connected ones. */
function ConnectPanel({ platform, another }: Pick<PlatformPage, 'platform'> & { another: boolean }) {
  const { t } = useText();
  const name = t(`common:source.${platform}`);
  return (
    <Panel title={another ? t('connections:connectAnother') : t('connections:howTitle')}>
      {another ? null : (
        <ol className={css.how}>
          {(['signIn', 'choose', 'read'] as const).map((step) => (
            <li key={step}>{t(`connections:how.${step}`, { platform: name })}</li>
          ))}
        </ol>
      )}
      <p className={css.muted}>{t(`connections:platform.${platform}.access`)}</p>
      <div className={css.nextStep}>
        <ConnectButton platform={platform} variant={another ? 'default' : 'filled'} />
      </div>
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
