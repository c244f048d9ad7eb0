import type { HeldSubmission } from '@kindling/contract/submissions';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import collect from '../collect.module.css';
import { GivenRating } from '../given-rating.tsx';
import css from './held.module.css';

// locale-keys: pipeline.held.reason.*
// locale-keys: pipeline.door.*

/** Submissions that look like abuse; each waits until somebody decides. */
export function HeldList() {
  const { t } = useText();
  const pages = useInfiniteQuery(
    query.submissions.held.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  );
  if (pages.isPending)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={260} />
      </div>
    );
  if (pages.isError && pages.data === undefined)
    return (
      <Panel>
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      </Panel>
    );
  const items = pages.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconShieldCheck size={22} />}
          title={t('pipeline:held.noneTitle')}
          text={t('pipeline:held.noneText')}
        />
      </Panel>
    );
  return (
    <div className={collect.stack}>
      <p className={collect.muted}>{t('pipeline:held.lead')}</p>
      <ul className={css.list}>
        {items.map((item) => (
          <HeldItem key={item.id} item={item} />
        ))}
      </ul>
      {pages.hasNextPage ? (
        <Button
          variant="default"
          className={css.more ?? ''}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('pipeline:held.more')}
        </Button>
      ) : null}
    </div>
  );
}

function useJudge(item: HeldSubmission, decide: (input: { id: string }) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => decide({ id: item.id }),
    onSuccess: () =>
      Promise.all(
        [query.submissions.key(), query.reviews.key(), query.analytics.key()].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

function HeldItem({ item }: { item: HeldSubmission }) {
  const { t, i18n } = useText();
  const [discarding, setDiscarding] = useState(false);
  const release = useJudge(item, client.submissions.release);
  const discard = useJudge(item, client.submissions.discard);
  const author = item.authorName ?? t('pipeline:held.noName');
  return (
    <li className={css.item}>
      <header className={css.head}>
        <GivenRating rating={item.rating} />
        <span className={css.who}>{author}</span>
        <span className={css.meta}>
          {item.locationName} · {t(`pipeline:door.${item.door}`)} ·{' '}
          <time dateTime={item.createdAt}>{formatMoment(item.createdAt, i18n.language)}</time>
        </span>
      </header>
      <div className={css.reasons}>
        {item.reasons.map((reason) => (
          <Tag key={reason} tone="warn">
            {t(`pipeline:held.reason.${reason}`)}
          </Tag>
        ))}
      </div>
      {item.text === null && item.message === null ? (
        <p className={collect.muted}>{t('pipeline:held.ratingOnly')}</p>
      ) : null}
      {item.text === null ? null : <p className={css.text}>{item.text}</p>}
      {item.message === null ? null : (
        <div className={css.message}>
          <p className={css.label}>
            {item.messageFrom === null
              ? t('pipeline:held.message')
              : t('pipeline:held.messageFrom', { name: item.messageFrom })}
          </p>
          <p className={css.text}>{item.message}</p>
        </div>
      )}
      {item.answers.map(({ question, answer }) => (
        <div key={question} className={css.message}>
          <p className={css.label} dir="auto">
            {question}
          </p>
          <p className={css.text} dir="auto">
            {answer}
          </p>
        </div>
      ))}
      {item.contact === null ? null : (
        <p className={collect.muted}>{t('pipeline:held.contact', { contact: item.contact })}</p>
      )}
      <div className={css.actions}>
        <Button size="xs" loading={release.isPending} onClick={() => release.mutate()}>
          {t('pipeline:held.release')}
        </Button>
        <Button size="xs" variant="default" disabled={release.isPending} onClick={() => setDiscarding(true)}>
          {t('pipeline:held.discard')}
        </Button>
      </div>
      {release.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={release.error} />
        </Notice>
      )}
      <ConfirmDialog
        refusedWhileActing
        opened={discarding}
        title={t('pipeline:held.discardTitle')}
        confirm={t('pipeline:held.discard')}
        busy={discard.isPending}
        error={discard.error}
        onConfirm={() => discard.mutate()}
        onClose={() => setDiscarding(false)}
      >
        {t('pipeline:held.discardText')}
      </ConfirmDialog>
    </li>
  );
}
