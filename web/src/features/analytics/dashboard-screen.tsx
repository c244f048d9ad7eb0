import type { Dashboard, DashboardPeriod, TrendStep } from '@kindling/contract/analytics';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useToday } from '../../lib/i18n/use-today.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AnalyticsHeading } from './analytics-heading.tsx';
import { comparisonOf, reviewsPath, spanOf } from './choice.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { ConnectionAlerts } from './connection-alerts.tsx';
import { DestinationAlert } from './destination-alert.tsx';
import { GettingStarted } from './getting-started/getting-started.tsx';
import { HeldAlert } from './held-alert.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NewestReviews } from './newest-reviews.tsx';
import { PeriodSections } from './period-sections.tsx';
import css from './sections.module.css';
import { SourceCards } from './source-cards.tsx';
import { useChoice } from './use-choice.ts';
import { Visits } from './visits.tsx';
import { Waiting } from './waiting.tsx';

const firstViewPollMs = 10_000;
const recountPollMs = 2_000;

export function DashboardScreen() {
  const { t } = useText();
  const name = useAuth().additionalUserDetails?.firstName;
  const [choice, setChoice] = useChoice();
  const [step, setStep] = useState<TrendStep | null>(null);
  const today = useToday();
  const { businessId, locationId } = choice;
  const place = {
    ...(businessId === undefined ? {} : { businessId }),
    ...(locationId === undefined ? {} : { locationId }),
  };
  const period = { ...place, ...spanOf(choice, today) };
  const compared: DashboardPeriod = { ...period, ...comparisonOf(choice) };
  const dashboard = useQuery(
    query.analytics.dashboard.queryOptions({
      input: place,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => pollInterval(state.data),
    }),
  );
  const figures = useQuery(
    query.analytics.figures.queryOptions({
      input: { ...compared, ...(step === null ? {} : { step }) },
      placeholderData: keepPreviousData,
      refetchInterval: dashboard.data?.recounting ? recountPollMs : false,
    }),
  );
  const mayStart = useMayDo('connections.manage');
  const { data } = dashboard;
  const answer = figures.data;
  const scope = useScope();
  const greeting = name ? t('dashboard:hello', { name }) : t('dashboard:lead');
  // Without a review in all of the account there is nothing to choose from.
  const isEmpty = data?.total === 0 && businessId === undefined && locationId === undefined;
  /** The period of the last answer, which is what is on the screen. */
  const pathOf = (filter: ReviewFilter) => reviewsPath({ ...place, ...answer?.period, ...filter });
  return (
    <Page
      title={t('dashboard:title')}
      lead={isEmpty && mayStart ? t('dashboard:setupLead') : `${greeting}${scope}`}
    >
      {isEmpty ? null : (
        <ChoiceBar
          choice={choice}
          onChange={setChoice}
          today={today}
          figures={figures.isPlaceholderData ? undefined : answer}
        />
      )}
      <ConnectionAlerts />
      {dashboard.isError && data === undefined ? (
        <Panel>
          <ErrorState error={dashboard.error} retry={() => void dashboard.refetch()} />
        </Panel>
      ) : data === undefined || (!isEmpty && answer === undefined && !figures.isError) ? (
        <DashboardSkeleton />
      ) : (
        <div className={css.stack} data-stale={figures.isPlaceholderData || undefined}>
          <HeldAlert />
          <DestinationAlert missing={data.withoutDestination} />
          <ErrorBoundary>
            {data.setup === null ? null : <GettingStarted setup={data.setup} sources={data.sources} />}
          </ErrorBoundary>
          {isEmpty ? (
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
              <AnalyticsHeading />
              {answer === undefined ? (
                <Panel>
                  <ErrorState error={figures.error} retry={() => void figures.refetch()} />
                </Panel>
              ) : (
                <ErrorBoundary>
                  <KeyFigures answer={answer} pathOf={pathOf} />
                </ErrorBoundary>
              )}
              <ErrorBoundary>
                <Waiting dashboard={data} to={reviewsPath({ ...place, answered: false })} />
              </ErrorBoundary>
              {answer === undefined ? null : (
                <PeriodSections
                  answer={answer}
                  period={period}
                  recounting={data.recounting}
                  step={step}
                  onStep={setStep}
                  pathOf={pathOf}
                />
              )}
              <ErrorBoundary>
                <SourceCards dashboard={data} />
              </ErrorBoundary>
              <Visits period={compared} />
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
      <Skeleton shape="figures" framed className={css.figuresRoom} />
      <Skeleton shape="card" framed height={46} />
      <Skeleton shape="chart" framed className={css.trendRoom} />
      <div className={css.thirds}>
        <Skeleton shape="rows" framed className={css.thirdRoom} />
        <Skeleton shape="rows" framed className={css.thirdRoom} />
        <Skeleton shape="rows" framed className={css.thirdRoom} />
      </div>
    </div>
  );
}
