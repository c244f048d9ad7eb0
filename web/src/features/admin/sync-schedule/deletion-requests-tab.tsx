import type { DeletionRequest } from '@kindling/contract/admin-sync-schedule';
import { Button, TextInput } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { client, query } from '../../../lib/api/client.ts';
import { formatMoment, formatNumber, formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { slowRefetchMs } from './refetch.ts';
import css from './sync-schedule.module.css';

// locale-keys: admin-sync-schedule.deletion.state.*
// locale-keys: common.source.*

const tones = { open: 'warn', stuck: 'bad', done: 'good' } as const satisfies Record<
  DeletionRequest['state'],
  Tone
>;
const codePattern = /^[\w-]{1,64}$/;

/** Persons who asked their platform that we delete what came from it. */
export function DeletionRequestsTab() {
  const { t } = useText();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('code') ?? '';
  const code = codePattern.test(wanted) ? wanted : undefined;
  const requests = useQuery(
    query.adminSyncSchedule.deletionRequests.queryOptions({
      input: code === undefined ? {} : { code },
      refetchInterval: slowRefetchMs,
    }),
  );
  return (
    <div className={css.inside}>
      <form
        className={css.tableHead}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('code');
          const next = typeof typed === 'string' ? typed.trim() : '';
          setParams(next === '' ? { tab: 'deletions' } : { tab: 'deletions', code: next }, {
            preventScrollReset: true,
          });
        }}
      >
        <TextInput
          key={wanted}
          name="code"
          defaultValue={wanted}
          label={t('admin-sync-schedule:deletion.search')}
          description={t('admin-sync-schedule:deletion.searchHint')}
          maxLength={64}
        />
        <Button type="submit" variant="default">
          {t('admin-sync-schedule:deletion.find')}
        </Button>
      </form>
      {requests.isPending ? <Skeleton shape="table" framed height={240} /> : null}
      {requests.data === undefined && requests.error !== null ? (
        <Panel>
          <ErrorState error={requests.error} retry={() => void requests.refetch()} />
        </Panel>
      ) : null}
      {requests.data === undefined ? null : requests.data.items.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconTrash size={22} />}
            title={
              wanted === ''
                ? t('admin-sync-schedule:deletion.none')
                : t('admin-sync-schedule:deletion.unknown')
            }
            text={t('admin-sync-schedule:deletion.noneText')}
          />
        </Panel>
      ) : (
        <Requests items={requests.data.items} />
      )}
    </div>
  );
}

function Requests({ items }: { items: readonly DeletionRequest[] }) {
  const { t } = useText();
  return (
    <div className={css.table} data-kind="deletions">
      <table>
        <caption className="k-hidden">{t('admin-sync-schedule:tab.deletions')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('admin-sync-schedule:deletion.code')}</th>
            <th scope="col">{t('admin-sync-schedule:deletion.received')}</th>
            <th scope="col">{t('admin-sync-schedule:deletion.stateTitle')}</th>
            <th scope="col">{t('admin-sync-schedule:deletion.content')}</th>
            <th scope="col">
              <span className="k-hidden">{t('admin-sync-schedule:actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((request) => (
            <RequestRow key={request.code} request={request} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestRow({ request }: { request: DeletionRequest }) {
  const { t, i18n } = useText();
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.adminSyncSchedule.retryDeletionRequest({ code: request.code }),
    onSuccess: () => toast({ tone: 'good', message: t('admin-sync-schedule:deletion.retried') }),
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.adminSyncSchedule.key() }),
  });
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <tr>
      <th scope="row">
        <code>{request.code}</code>
        <span className={css.muted}>{t(`common:source.${request.platform}`)}</span>
      </th>
      <td data-label={t('admin-sync-schedule:deletion.received')}>
        <time dateTime={request.receivedAt} title={formatMoment(request.receivedAt, i18n.language)}>
          {formatRelative(request.receivedAt, i18n.language)}
        </time>
      </td>
      <td data-label={t('admin-sync-schedule:deletion.stateTitle')}>
        <Tag tone={tones[request.state]}>{t(`admin-sync-schedule:deletion.state.${request.state}`)}</Tag>
        <span className={css.muted}>
          {request.doneAt !== null
            ? formatRelative(request.doneAt, i18n.language)
            : request.lastAttemptAt === null
              ? null
              : t('admin-sync-schedule:deletion.tried', {
                  count: request.attempts,
                  when: formatRelative(request.lastAttemptAt, i18n.language),
                })}
        </span>
      </td>
      <td data-label={t('admin-sync-schedule:deletion.content')}>
        {t('admin-sync-schedule:deletion.counts', {
          connections: number(request.connections),
          listings: number(request.listings),
          reviews: number(request.reviews),
        })}
      </td>
      <td className={css.rowActions}>
        {request.state === 'done' ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={retry.isPending}
            aria-label={t('admin-sync-schedule:deletion.retryOf', { code: request.code })}
            onClick={() => retry.mutate()}
          >
            {t('admin-sync-schedule:deletion.retry')}
          </Button>
        )}
      </td>
    </tr>
  );
}
