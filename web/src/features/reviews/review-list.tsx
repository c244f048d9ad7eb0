import type { OwnReview } from '@kindling/contract/reviews';
import { Button, Center, Loader } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { ReviewCard } from './review-card.tsx';
import css from './reviews.module.css';
import { useListShortcuts } from './use-list-shortcuts.ts';

interface ReviewListProps {
  reviews: OwnReview[];
  hasMore: boolean;
  loadingMore: boolean;
  /** Why loading the next page failed; null when it did not. */
  error: unknown;
  loadMore: () => void;
}

/** A virtualized list: only the cards near the viewport are in the DOM. */
export function ReviewList({ reviews, hasMore, loadingMore, error, loadMore }: ReviewListProps) {
  const { t } = useText();
  const list = useRef<HTMLUListElement>(null);
  const [composingFor, setComposingFor] = useState<string | null>(null);
  const mayReply = useMayDo('reviews.reply');
  const virtualizer = useWindowVirtualizer({
    count: reviews.length,
    estimateSize: () => 172,
    overscan: 6,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => reviews[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const nearEnd = hasMore && !loadingMore && error === null && last >= reviews.length - 6;
  useEffect(() => {
    if (nearEnd) loadMore();
  }, [nearEnd, loadMore]);
  useListShortcuts(list, reviews.length, {
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
    reply(index) {
      const review = reviews[index];
      if (mayReply && review?.replyBox.state === 'open') setComposingFor(review.id);
    },
  });
  const showLocation = new Set(reviews.map((review) => review.listingName ?? review.locationName)).size > 1;
  return (
    <>
      <ul
        ref={list}
        className={css.list}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t('reviews:title')}
      >
        {items.map((item) => {
          const review = reviews[item.index];
          if (review === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={css.item}
              style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
              aria-setsize={hasMore ? -1 : reviews.length}
              aria-posinset={item.index + 1}
            >
              <article className={css.card} tabIndex={-1}>
                <ReviewCard
                  review={review}
                  showLocation={showLocation}
                  composing={composingFor === review.id}
                  onComposingChange={(now) => setComposingFor(now ? review.id : null)}
                />
              </article>
            </li>
          );
        })}
      </ul>
      {loadingMore ? (
        <Center p="lg" role="status" aria-label={t('common:loading')}>
          <Loader size="sm" />
        </Center>
      ) : null}
      {error === null ? null : (
        <div className={css.more} role="alert">
          <p>
            <ErrorText error={error} />
          </p>
          <Button variant="default" onClick={loadMore}>
            {t('common:tryAgain')}
          </Button>
        </div>
      )}
      {!hasMore && !loadingMore ? (
        <p className={css.end}>{t('reviews:end', { count: reviews.length })}</p>
      ) : null}
    </>
  );
}
