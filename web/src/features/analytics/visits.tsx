import type { DashboardPeriod } from '@kindling/contract/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { VisitMap } from './maps/visit-map.tsx';
import css from './visits.module.css';

// locale-keys: dashboard.funnel.*
// locale-keys: dashboard.embeds.*

const funnelSteps = ['visits', 'ratings', 'clicks', 'reviews', 'messages'] as const;
const embedUses = ['views', 'reads', 'clicks', 'writes'] as const;

/** How collection pages and embeds were used, and from where. */
export function Visits({ period }: { period: DashboardPeriod }) {
  const { t } = useText();
  const visits = useQuery(
    query.analytics.visits.queryOptions({ input: period, placeholderData: keepPreviousData }),
  );
  const { data } = visits;
  if (visits.isError && data === undefined)
    return (
      <Panel title={t('dashboard:visits')}>
        <ErrorState error={visits.error} retry={() => void visits.refetch()} />
      </Panel>
    );
  if (data === undefined)
    return (
      <>
        <div className={css.pair}>
          <Skeleton shape="rows" framed height={318} />
          <Skeleton shape="chart" framed height={318} />
        </div>
        <Skeleton shape="text" framed className={css.mapRoom} />
      </>
    );
  return (
    <>
      <div className={css.pair}>
        <ErrorBoundary>
          <Steps
            title={t('dashboard:funnel.title')}
            note={t('dashboard:funnel.note')}
            more={{ to: '/review-pipeline/review', text: t('dashboard:funnel.more') }}
            rows={funnelSteps.map((step) => ({
              key: step,
              label: t(`dashboard:funnel.${step}`),
              now: data.funnel.now[step],
              before: data.funnel.before?.[step] ?? null,
            }))}
          />
        </ErrorBoundary>
        <ErrorBoundary>
          <Steps
            title={t('dashboard:embeds.title')}
            note={t('dashboard:embeds.note')}
            more={{ to: '/widgets', text: t('dashboard:embeds.more') }}
            rows={embedUses.map((use) => ({
              key: use,
              label: t(`dashboard:embeds.${use}`),
              now: data.embeds.now[use],
              before: data.embeds.before?.[use] ?? null,
            }))}
          />
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <VisitMap visits={data} />
      </ErrorBoundary>
    </>
  );
}

interface StepsProps {
  title: string;
  note: string;
  more: { to: string; text: string };
  rows: readonly { key: string; label: string; now: number; before: number | null }[];
}

/** Numbers of which each is a part of the first one, as far as they follow each other. */
function Steps({ title, note, more, rows }: StepsProps) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const first = rows[0]?.now ?? 0;
  const hasBefore = rows.some(({ before }) => before !== null);
  return (
    <Panel title={title} aside={<Link to={more.to}>{more.text}</Link>}>
      <table className={css.steps}>
        <caption className="k-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="k-hidden">{t('dashboard:step.heading')}</span>
            </th>
            <th scope="col">{t('dashboard:thisPeriod')}</th>
            <th scope="col">{t('dashboard:share')}</th>
            {hasBefore ? <th scope="col">{t('dashboard:periodBefore')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, now, before }, index) => (
            <tr key={key}>
              <th scope="row">
                <span className={css.label}>{label}</span>
                <span className={css.track} aria-hidden="true">
                  <span
                    className={css.fill}
                    style={{ width: first === 0 ? 0 : `${Math.min(100, (now / first) * 100)}%` }}
                  />
                </span>
              </th>
              <td className={css.now}>{number(now)}</td>
              <td className={css.muted}>
                {index === 0 || first === 0 ? '' : formatPercent(now / first, i18n.language)}
              </td>
              {hasBefore ? <td className={css.muted}>{before === null ? '' : number(before)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.note}>{note}</p>
    </Panel>
  );
}
