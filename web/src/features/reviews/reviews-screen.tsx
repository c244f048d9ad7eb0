import type { ReviewFilter } from '@kindling/contract/reviews';
import { Button, Skeleton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { query } from '../../lib/api/client.ts';
import { pagedListOptions } from '../../lib/api/paged-list-options.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { shortcutsDisabled } from '../../lib/shortcuts-disabled.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countFilters } from './filters.ts';
import { MatchCount } from './match-count.tsx';
import { ReviewList } from './review-list.tsx';
import css from './reviews.module.css';
import { type ChangeFilters, useFilters } from './use-filters.ts';

const pageSize = 50;

export function ReviewsScreen() {
  const { t } = useText();
  const [filter, changeFilters] = useFilters();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || shortcutsDisabled(event)) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Page title={t('reviews:title')}>
      <div className={css.stack}>
        {filter.answered === false ? null : <UnansweredBanner onChange={changeFilters} />}
        <FilterBar filter={filter} onChange={changeFilters} searchRef={search} />
        <ReviewResults filter={filter} onClear={() => changeFilters(() => ({}))} />
      </div>
    </Page>
  );
}

/**
 * The number of unanswered reviews. The list does not wait for it, so the banner reserves its height from the start and
 * always shows something: otherwise the list would shift.
 */
function UnansweredBanner({ onChange }: { onChange: ChangeFilters }) {
  const { t, i18n } = useText();
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {} }));
  const count = figures.data?.unanswered;
  if (count === undefined && !figures.isError) return <Skeleton className={css.banner} radius="lg" />;
  return (
    <div className={css.banner}>
      {count === undefined ? (
        <Notice
          tone="warn"
          action={
            <Button size="xs" variant="default" onClick={() => void figures.refetch()}>
              {t('common:tryAgain')}
            </Button>
          }
        >
          {t('reviews:bannerFailed')}
        </Notice>
      ) : count === 0 ? (
        <Notice tone="info">{t('reviews:bannerNone')}</Notice>
      ) : (
        <Notice
          tone="info"
          action={
            <Button size="xs" onClick={() => onChange(() => ({ answered: false }))}>
              {t('reviews:bannerAction')}
            </Button>
          }
        >
          {t('reviews:banner', { count, value: formatNumber(count, i18n.language) })}
        </Notice>
      )}
    </div>
  );
}

function ReviewResults({ filter, onClear }: { filter: ReviewFilter; onClear: () => void }) {
  const { t } = useText();
  const mayConnect = useMayDo('connections.manage');
  const pages = useInfiniteQuery(
    query.reviews.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      ...pagedListOptions,
    }),
  );
  const reviews = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data]);
  const { fetchNextPage } = pages;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (pages.isPending) return <ReviewsSkeleton />;
  if (pages.isError && reviews.length === 0)
    return (
      <Panel>
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      </Panel>
    );
  if (reviews.length === 0)
    return (
      <Panel>
        {countFilters(filter) > 0 ? (
          <EmptyState
            icon={<IconMessages size={22} />}
            title={t('reviews:noMatchTitle')}
            text={t('reviews:noMatchText')}
            action={
              <Button variant="default" onClick={onClear}>
                {t('reviews:clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<IconMessages size={22} />}
            title={t('reviews:noneTitle')}
            text={t('reviews:noneText')}
            action={mayConnect ? <LinkButton to="/connections">{t('reviews:noneAction')}</LinkButton> : null}
          />
        )}
      </Panel>
    );
  return (
    <div
      className={css.results}
      data-stale={pages.isPlaceholderData || undefined}
      aria-busy={pages.isFetching}
    >
      {countFilters(filter) === 0 ? null : (
        <MatchCount filter={filter} listLoaded={!pages.isPlaceholderData} />
      )}
      <ReviewList
        reviews={reviews}
        hasMore={pages.hasNextPage}
        loadingMore={pages.isFetchingNextPage}
        error={pages.isFetchNextPageError ? pages.error : null}
        loadMore={loadMore}
      />
    </div>
  );
}

function ReviewsSkeleton() {
  const { t } = useText();
  return (
    <div className={css.loading} role="status" aria-label={t('common:loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={160} radius="md" />
      ))}
    </div>
  );
}
