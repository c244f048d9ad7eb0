import { maxEmailLength } from '@kindling/contract/email-address';
import type { Suppression } from '@kindling/contract/review-requests';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { useAccountDay } from '../../../lib/i18n/use-account-day.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../../ui/states.tsx';
import css from './blocked.module.css';
import { findAddressProblem } from './use-people.ts';

// locale-keys: invitations.blocked.reason.*

/** The addresses that get no invitation from this account. */
export function BlockedAddresses() {
  const { t } = useText();
  return (
    <>
      <header>
        <h2 className={css.title}>{t('invitations:blocked.title')}</h2>
        <p className={css.lead}>
          {t('invitations:blocked.lead')} {t('invitations:blocked.masked')}
        </p>
      </header>
      <Panel>
        <AddAddress />
      </Panel>
      <Panel title={t('invitations:blocked.list')} flush>
        <Addresses />
      </Panel>
    </>
  );
}

function useReadAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: query.reviewRequests.suppressions.key() });
}

function AddAddress() {
  const { t } = useText();
  const readAgain = useReadAgain();
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState(false);
  const add = useMutation({
    mutationFn: (address: string) => client.reviewRequests.suppress({ email: address }),
    onSuccess: () => {
      setEmail('');
      return readAgain();
    },
  });
  return (
    <form
      className={css.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = email.trim();
        const found = findAddressProblem(address, []) !== null;
        setWrong(found);
        if (!found && !add.isPending) add.mutate(address);
      }}
    >
      <TextInput
        type="email"
        label={t('invitations:blocked.add')}
        placeholder={t('invitations:people.email')}
        autoComplete="off"
        maxLength={maxEmailLength}
        value={email}
        error={wrong ? t('invitations:people.problem.email') : null}
        onChange={(event) => {
          setWrong(false);
          setEmail(event.currentTarget.value);
        }}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={email.trim() === ''}
        loading={add.isPending}
      >
        {t('invitations:blocked.addAction')}
      </Button>
      <p className={css.said} role="status">
        {add.isSuccess ? t('invitations:blocked.added', { address: add.data.suppression.address }) : null}
      </p>
      {add.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={add.error} />
        </Notice>
      )}
    </form>
  );
}

function Addresses() {
  const { t } = useText();
  const pages = useInfiniteQuery(
    query.reviewRequests.suppressions.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  );
  if (pages.isPending)
    return (
      <div className={css.loading} role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={160} />
      </div>
    );
  if (pages.data === undefined) return <ErrorState error={pages.error} retry={() => void pages.refetch()} />;
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className={css.none}>{t('invitations:blocked.none')}</p>;
  return (
    <>
      <ul className={css.list} aria-label={t('invitations:blocked.list')}>
        {items.map((item) => (
          <Address key={item.id} item={item} />
        ))}
      </ul>
      {pages.hasNextPage ? (
        <div className={css.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('invitations:campaign.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Address({ item: { id, address, reason, createdAt, removable } }: { item: Suppression }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const readAgain = useReadAgain();
  const remove = useMutation({
    mutationFn: () => client.reviewRequests.unsuppress({ id }),
    onSuccess: readAgain,
  });
  return (
    <li className={css.row}>
      <span className={css.who}>
        <bdi className={css.address}>{address}</bdi>
        <span className={css.reason}>
          {t(`invitations:blocked.reason.${reason}`)},{' '}
          {t('invitations:blocked.since', { day: dayOf(createdAt) })}
        </span>
        {remove.error === null ? null : (
          <span className={css.problem} role="alert">
            <ErrorText error={remove.error} />
          </span>
        )}
      </span>
      {removable ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('invitations:blocked.removeWhich', { address })}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('invitations:blocked.remove')}
        </Button>
      ) : null}
    </li>
  );
}
