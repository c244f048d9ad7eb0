import type { NewsItem } from '@kindling/contract/news';
import { Button } from '@mantine/core';
import { IconBellOff, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useArea } from '../../lib/i18n/use-area.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './news.module.css';
import { NewsRow } from './news-row.tsx';

const placeholders = ['a', 'b', 'c', 'd'];

/** The latest news; opening it marks them as seen. @param onChosen the reader leaves for one of them */
export function NewsPanel({ onChosen }: { onChosen: () => void }) {
  const { t } = useText();
  const area = useArea('alerts');
  const list = useQuery(query.news.list.queryOptions({ input: {}, staleTime: 0, gcTime: 0 }));
  useMarkSeen(list.data?.items[0]);
  const items = list.data?.items ?? [];
  const seenAt = list.data?.seenAt ?? null;
  if (!area.isSuccess)
    return area.isError ? <Failed error={area.error} retry={() => void area.refetch()} /> : <Waiting />;
  return (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{t('alerts:title')}</h2>
        <Link to="/profile#alerts" className={css.choose} onClick={onChosen}>
          {t('alerts:choose')}
        </Link>
      </div>
      {list.isPending ? <Waiting /> : null}
      {list.isError ? <Failed error={list.error} retry={() => void list.refetch()} /> : null}
      {list.isSuccess && items.length === 0 ? (
        <div className={css.state}>
          <IconBellOff size={22} stroke={1.5} aria-hidden />
          <strong>{t('alerts:emptyTitle')}</strong>
          <p>{t('alerts:emptyText')}</p>
        </div>
      ) : null}
      {items.length === 0 ? null : (
        <ul className={css.list} aria-label={t('alerts:title')}>
          {items.map((item) => (
            <NewsRow
              key={item.id}
              item={item}
              isNew={seenAt === null || item.at > seenAt}
              onChosen={onChosen}
            />
          ))}
        </ul>
      )}
      <div className={css.foot}>
        <Link to="/reports/monthly" onClick={onChosen}>
          {t('alerts:report')}
        </Link>
      </div>
    </>
  );
}

/** Notes what was shown, once for each newest item; an administrator who acts as somebody leaves no trace. */
function useMarkSeen(newest: NewsItem | undefined): void {
  const queries = useQueryClient();
  const may = useMayDo('profile.manage');
  const mark = useMutation({
    mutationFn: (until: string) => client.news.markSeen({ until }),
    onSuccess: () =>
      queries.setQueryData(query.news.count.queryKey({ input: {} }), { unseen: 0, more: false }),
  });
  const until = newest?.at;
  const markSeen = useEffectEvent((at: string) => mark.mutate(at));
  useEffect(() => {
    if (may && until !== undefined) markSeen(until);
  }, [may, until]);
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useText();
  return (
    <div className={css.state} role="alert">
      <p>
        <ErrorText error={error} />
      </p>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
        {t('common:tryAgain')}
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className={css.waiting} aria-hidden="true">
      {placeholders.map((key) => (
        <div key={key} className={css.placeholder}>
          <Skeleton shape="circle" height={32} />
          <div>
            <Skeleton height={12} width="60%" mb={8} />
            <Skeleton height={10} width="90%" />
          </div>
        </div>
      ))}
    </div>
  );
}
