import type { Dashboard } from '@kindling/contract/analytics';
import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ConnectionAlerts } from './connection-alerts.tsx';
import css from './dashboard.module.css';
import { DestinationAlert } from './destination-alert.tsx';
import { Histogram, Months } from './figures-charts.tsx';
import { GettingStarted } from './getting-started/getting-started.tsx';
import { HeldAlert } from './held-alert.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NewestReviews } from './newest-reviews.tsx';
import { SourceCards } from './source-cards.tsx';

const firstViewPollMs = 10_000;
const recountPollMs = 2_000;

export function DashboardScreen() {
  const { t } = useText();
  const name = useAuth().additionalUserDetails?.firstName;
  const dashboard = useQuery(
    query.analytics.dashboard.queryOptions({
      input: {},
      refetchInterval: ({ state }) => pollInterval(state.data),
    }),
  );
  const mayStart = useMayDo('connections.manage');
  const { data } = dashboard;
  const scope = useScope();
  const greeting = name ? t('dashboard:hello', { name }) : t('dashboard:lead');
  return (
    <Page
      title={t('dashboard:title')}
      lead={data?.total === 0 && mayStart ? t('dashboard:setupLead') : `${greeting}${scope}`}
    >
      {dashboard.isPending ? <DashboardSkeleton /> : null}
      {dashboard.isError && data === undefined ? (
        <Panel>
          <ErrorState error={dashboard.error} retry={() => void dashboard.refetch()} />
        </Panel>
      ) : null}
      <ConnectionAlerts />
      {data === undefined ? null : (
        <div className={css.stack}>
          <HeldAlert />
          <DestinationAlert missing={data.withoutDestination} />
          <ErrorBoundary>
            {data.setup === null ? null : <GettingStarted setup={data.setup} sources={data.sources} />}
          </ErrorBoundary>
          {data.total === 0 ? (
            mayStart ? null : (
              <Panel>
                <EmptyState
                  icon={<IconChartBar size={22} />}
                  title={t('dashboard:nothingTitle')}
                  text={t('dashboard:nothingText')}
                />
              </Panel>
            )
          ) : (
            <>
              <ErrorBoundary>
                <KeyFigures dashboard={data} />
              </ErrorBoundary>
              <ErrorBoundary>
                <SourceCards sources={data.sources} />
              </ErrorBoundary>
              <div className={css.split}>
                <ErrorBoundary>
                  <Months months={data.months} recounting={data.recounting} />
                </ErrorBoundary>
                <ErrorBoundary>
                  <Histogram counts={data.histogram} />
                </ErrorBoundary>
              </div>
              <ErrorBoundary>
                <NewestReviews reviews={data.newest} />
              </ErrorBoundary>
            </>
          )}
        </div>
      )}
    </Page>
  );
}

/** A sentence about the locations that a limited person sees; empty for everybody else. */
function useScope(): string {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.account;
  if (!account?.locationIds) return '';
  return ` ${t('dashboard:limited', { count: account.locationIds.length, account: account.name })}`;
}

/** Polls until the first view of a published embed is recorded, which happens in another tab. */
function pollInterval(data: Dashboard | undefined): number | false {
  if (data?.recounting) return recountPollMs;
  return data?.setup && data.setup.published > 0 && data.setup.firstEmbedLoad === null
    ? firstViewPollMs
    : false;
}

/** As tall as the content that replaces it, so that the layout does not shift. */
function DashboardSkeleton() {
  const { t } = useText();
  return (
    <div className={css.stack} role="status" aria-label={t('common:loading')}>
      <div className={css.headline}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} height={112} radius="md" />
        ))}
      </div>
      <div className={css.sources}>
        <Skeleton height={148} radius="md" />
        <Skeleton height={148} radius="md" />
      </div>
      <div className={css.split}>
        <Skeleton height={272} radius="md" />
        <Skeleton height={272} radius="md" />
      </div>
    </div>
  );
}
