import type { DeadLetter } from '@kindling/contract/mailings';
import { mailingLimits } from '@kindling/contract/mailings';
import { Button, Checkbox } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../../lib/api/client.ts';
import { formatMoment, formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import css from './send-email.module.css';
import { useDeadLetters, useMailingChange, useMailings } from './use-mailings.ts';

/** Mails of all kinds that could not be sent, and trying them again. */
export function DeadLettersTab() {
  const { t, i18n } = useText();
  const list = useDeadLetters();
  const letters = list.data?.pages.flatMap((page) => page.letters);
  if (letters === undefined)
    return list.error === null ? (
      <Skeleton shape="table" framed height={320} />
    ) : (
      <Panel>
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      </Panel>
    );
  if (letters.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconMailCheck size={22} aria-hidden />}
          title={t('admin-send-email:dead.emptyTitle')}
          text={t('admin-send-email:dead.empty')}
        />
      </Panel>
    );
  const count = list.data?.pages[0]?.count ?? letters.length;
  return (
    <div className={css.inside}>
      <p className={css.muted}>
        {t('admin-send-email:dead.lead', { count, value: formatNumber(count, i18n.language) })}
      </p>
      <Letters letters={letters} />
      <LoadMore list={list} />
    </div>
  );
}

function Letters({ letters }: { letters: readonly DeadLetter[] }) {
  const { t, i18n } = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [first] = useMailings().data?.pages ?? [];
  const selected = letters.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const selectable = letters.slice(0, mailingLimits.deadLetters);
  const resend = useMailingChange(
    (ids: string[]) => client.mailings.resend({ ids }),
    ({ count }) => {
      setChosen(new Set());
      if (count > 0) toast({ tone: 'good', message: t('admin-send-email:dead.resent', { count }) });
    },
  );
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id) && next.size < mailingLimits.deadLetters) next.add(id);
      return next;
    });
  const allChosen = selected.length > 0 && selected.length === selectable.length;
  return (
    <>
      <div className={css.selection}>
        <Checkbox
          label={t('admin-send-email:dead.all', {
            count: selectable.length,
            value: formatNumber(selectable.length, i18n.language),
          })}
          checked={allChosen}
          indeterminate={selected.length > 0 && !allChosen}
          onChange={() => setChosen(new Set(allChosen ? [] : selectable.map(({ id }) => id)))}
        />
        <Button
          disabled={selected.length === 0 || first?.mailWorks === false}
          loading={resend.isPending}
          onClick={() => resend.send(selected)}
        >
          {t('admin-send-email:dead.resend')}
        </Button>
      </div>
      {resend.data === undefined || resend.data.unwanted === 0 ? null : (
        <Notice tone="warn">{t('admin-send-email:dead.unwanted', { count: resend.data.unwanted })}</Notice>
      )}
      {resend.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={resend.error} />
        </Notice>
      )}
      <AdminTable
        caption={t('admin-send-email:tab.dead-letters')}
        columns={useColumns(chosen, toggle)}
        rows={letters}
        keyOf={({ id }) => id}
        stale={resend.isPending}
      />
    </>
  );
}

function useColumns(chosen: ReadonlySet<string>, toggle: (id: string) => void): AdminColumn<DeadLetter>[] {
  const { t, i18n } = useText();
  return [
    {
      id: 'recipient',
      header: t('admin-send-email:dead.recipient'),
      main: true,
      render: ({ id, recipient }) => (
        <Checkbox label={recipient} checked={chosen.has(id)} onChange={() => toggle(id)} />
      ),
    },
    {
      id: 'template',
      header: t('admin-send-email:dead.template'),
      render: ({ template, mailingId }) =>
        mailingId === null ? (
          <code>{template}</code>
        ) : (
          <Link to={`?mailing=${mailingId}`}>{t('admin-send-email:mailing')}</Link>
        ),
    },
    {
      id: 'answer',
      header: t('admin-send-email:dead.answer'),
      render: ({ answer }) => (
        <span className={css.answer} dir="auto">
          {answer ?? t('admin-send-email:dead.noAnswer')}
        </span>
      ),
    },
    {
      id: 'attempts',
      header: t('admin-send-email:dead.attempts'),
      numeric: true,
      render: ({ attempts }) => formatNumber(attempts, i18n.language),
    },
    {
      id: 'when',
      header: t('admin-send-email:column.when'),
      render: ({ endedAt }) => formatMoment(endedAt, i18n.language),
    },
  ];
}
