import type { QueueState } from '@kindling/contract/admin-sync-schedule';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { query } from '../../../lib/api/client.ts';
import { formatNumber, formatWait } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { queueRefetchMs } from './refetch.ts';
import css from './sync-schedule.module.css';

const columns = ['waiting', 'running', 'scheduled', 'failed'] as const;
/** Minutes after which the oldest job is behind. */
const lateMinutes = 5;

// locale-keys: admin-sync-schedule.queue.*

/** What waits and runs of each job, in all processes; read again every few seconds. */
export function QueueTab() {
  const { t, i18n } = useText();
  const [params, setParams] = useSearchParams();
  const all = params.get('jobs') === 'all';
  const queue = useQuery(
    query.adminSyncSchedule.queue.queryOptions({ input: {}, refetchInterval: queueRefetchMs }),
  );
  if (queue.isPending) return <Skeleton shape="table" framed height={320} />;
  if (queue.data === undefined)
    return (
      <Panel>
        <ErrorState error={queue.error} retry={() => void queue.refetch()} />
      </Panel>
    );
  const { jobs } = queue.data;
  const busy = jobs.filter((job) => columns.some((column) => job[column] > 0));
  const shown = all ? jobs : busy;
  const total = (column: (typeof columns)[number]) => jobs.reduce((sum, job) => sum + job[column], 0);
  return (
    <div className={css.inside}>
      <div className={css.tableHead}>
        <p className={css.summary} role="status">
          {t('admin-sync-schedule:queue.summary', {
            waiting: formatNumber(total('waiting'), i18n.language),
            running: formatNumber(total('running'), i18n.language),
            failed: formatNumber(total('failed'), i18n.language),
          })}
        </p>
        <Switch
          label={t('admin-sync-schedule:queue.all')}
          checked={all}
          onChange={(event) =>
            setParams(event.currentTarget.checked ? { tab: 'queue', jobs: 'all' } : { tab: 'queue' }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      </div>
      {shown.length === 0 ? (
        <p className={css.muted}>{t('admin-sync-schedule:queue.empty')}</p>
      ) : (
        <div className={css.table} data-kind="queue">
          <table>
            <caption className="k-hidden">{t('admin-sync-schedule:tab.queue')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('admin-sync-schedule:queue.job')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col" className={css.number}>
                    {t(`admin-sync-schedule:queue.${column}`)}
                  </th>
                ))}
                <th scope="col" className={css.number}>
                  {t('admin-sync-schedule:queue.oldest')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function JobRow({ job }: { job: QueueState }) {
  const { t, i18n } = useText();
  const minutes = job.oldestDueAt === null ? null : (Date.now() - Date.parse(job.oldestDueAt)) / 60_000;
  return (
    <tr>
      <th scope="row">
        <code>{job.name}</code>
      </th>
      {columns.map((column) => (
        <td
          key={column}
          className={css.number}
          data-label={t(`admin-sync-schedule:queue.${column}`)}
          data-quiet={job[column] === 0 || undefined}
          data-alarm={(column === 'failed' && job.failed > 0) || undefined}
        >
          {formatNumber(job[column], i18n.language)}
        </td>
      ))}
      <td
        className={css.number}
        data-label={t('admin-sync-schedule:queue.oldest')}
        data-quiet={minutes === null || undefined}
        data-alarm={(minutes !== null && minutes > lateMinutes) || undefined}
      >
        {minutes === null
          ? '–'
          : minutes < 1
            ? t('admin-sync-schedule:queue.now')
            : formatWait(Math.floor(minutes), i18n.language)}
      </td>
    </tr>
  );
}
