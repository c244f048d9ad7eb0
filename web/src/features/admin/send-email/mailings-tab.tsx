import type { MailingSummary } from '@kindling/contract/mailings';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoment, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { segmentText } from './mailing-words.ts';
import css from './send-email.module.css';
import { StateTag } from './state-tag.tsx';
import { useMailings } from './use-mailings.ts';

// locale-keys: admin-send-email.kind.*

export function MailingsTab() {
  const { t } = useText();
  const list = useMailings();
  const columns = useColumns();
  const rows = list.data?.pages.flatMap(({ mailings }) => mailings);
  if (rows === undefined)
    return list.error === null ? (
      <Skeleton shape="table" framed height={320} />
    ) : (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (rows.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconMail size={22} aria-hidden />}
          title={t('admin-send-email:emptyTitle')}
          text={t('admin-send-email:empty')}
        />
      </Panel>
    );
  return (
    <>
      <AdminTable
        caption={t('admin-send-email:tab.mailings')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
      />
      <LoadMore list={list} />
    </>
  );
}

function useColumns(): AdminColumn<MailingSummary>[] {
  const { t, i18n } = useText();
  const { language } = i18n;
  return [
    {
      id: 'subject',
      header: t('admin-send-email:column.subject'),
      main: true,
      render: ({ id, subject, segment, kind }) => (
        <div className={css.subjectCell}>
          <Link to={`?mailing=${id}`} dir="auto">
            {subject === '' ? t('admin-send-email:noSubject') : subject}
          </Link>
          <span className={css.muted}>
            {t(`admin-send-email:kind.${kind}`)} · {segmentText(t, segment)}
          </span>
        </div>
      ),
    },
    {
      id: 'state',
      header: t('admin-send-email:column.state'),
      render: (mailing) => <StateTag mailing={mailing} />,
    },
    {
      id: 'recipients',
      header: t('admin-send-email:column.recipients'),
      numeric: true,
      render: ({ recipients, done, state }) => {
        if (recipients === null) return '–';
        const total = formatNumber(recipients, language);
        return state === 'sending' && done !== null
          ? t('admin-send-email:ofTotal', { done: formatNumber(Math.min(done, recipients), language), total })
          : total;
      },
    },
    {
      id: 'when',
      header: t('admin-send-email:column.when'),
      render: ({ state, changedAt, startsAt, endedAt }) =>
        formatMoment(
          state === 'draft'
            ? changedAt
            : state === 'scheduled'
              ? (startsAt ?? changedAt)
              : (endedAt ?? changedAt),
          language,
        ),
    },
    {
      id: 'by',
      header: t('admin-send-email:column.by'),
      render: ({ changedBy }) => changedBy ?? t('admin-send-email:somebodyGone'),
    },
  ];
}
