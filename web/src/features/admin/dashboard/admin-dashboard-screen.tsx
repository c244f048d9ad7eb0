import { type AdminDashboard, adminDashboardSpans } from '@kindling/contract/admin-dashboard';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import css from './dashboard.module.css';
import { DayCharts } from './day-charts.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { RevenuePanel } from './revenue-panel.tsx';
import { StatePanels } from './state-panels.tsx';

/** Queue and mail are as of now, so the page asks again while somebody looks at it. */
const pollMs = 30_000;
const defaultSpan = 30;

/** What an operator looks at first: what needs somebody, how much there is, and what happened. */
export function AdminDashboardScreen() {
  const { t } = useText();
  const [span, setSpan] = useSpan();
  const dashboard = useQuery(
    query.adminDashboard.get.queryOptions({
      input: { days: span },
      placeholderData: keepPreviousData,
      refetchInterval: pollMs,
    }),
  );
  const { data } = dashboard;
  return (
    <Page title={t('admin-dashboard:title')} lead={data === undefined ? undefined : <Counted data={data} />}>
      <div className={css.stack}>
        {data === undefined ? (
          dashboard.isError ? (
            <Panel>
              <ErrorState error={dashboard.error} retry={() => void dashboard.refetch()} />
            </Panel>
          ) : (
            <Waiting />
          )
        ) : (
          <>
            <AttentionPanel attention={data.attention} />
            <ErrorBoundary>
              <KeyFigures data={data} />
            </ErrorBoundary>
            <section className={css.section} aria-label={t('admin-dashboard:days.title')}>
              <header className={css.sectionHead}>
                <h2 className={css.heading}>{t('admin-dashboard:days.title')}</h2>
                <SegmentedControl
                  size="xs"
                  aria-label={t('admin-dashboard:days.span')}
                  value={`${span}`}
                  onChange={(value) => setSpan(Number(value))}
                  data={adminDashboardSpans.map((days) => ({
                    value: `${days}`,
                    label: t('admin-dashboard:days.count', { count: days }),
                  }))}
                />
              </header>
              <ErrorBoundary>
                <DayCharts days={data.days} stale={dashboard.isPlaceholderData} />
              </ErrorBoundary>
            </section>
            {data.revenue === null ? null : <RevenuePanel revenue={data.revenue} />}
            <ErrorBoundary>
              <StatePanels data={data} />
            </ErrorBoundary>
          </>
        )}
        <MaintenancePanel />
      </div>
    </Page>
  );
}

/** How old the counted figures are, and whose days they are. */
function Counted({ data: { countedAt } }: { data: AdminDashboard }) {
  const { t, i18n } = useText();
  return countedAt === null
    ? t('admin-dashboard:notCounted')
    : t('admin-dashboard:counted', { when: formatRelative(countedAt, i18n.language) });
}

/** The number of days is in the address. */
function useSpan(): [(typeof adminDashboardSpans)[number], (days: number) => void] {
  const [fields, setFields] = useSearchParams();
  const asked = adminDashboardSpans.find((days) => `${days}` === fields.get('days'));
  return [
    asked ?? defaultSpan,
    (days) =>
      setFields((before) => {
        const next = new URLSearchParams(before);
        if (days === defaultSpan) next.delete('days');
        else next.set('days', `${days}`);
        return next;
      }),
  ];
}

/** As tall as what replaces it. */
function Waiting() {
  const { t } = useText();
  return (
    <div className={css.stack} role="status" aria-label={t('common:loading')}>
      <Skeleton shape="card" framed height={74} />
      <Skeleton shape="figures" framed className={css.figuresRoom} />
      <Skeleton shape="chart" framed height={420} />
    </div>
  );
}
