import { Button } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import css from './load-more.module.css';

/** What the button needs of an infinite query. */
interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<unknown>;
}

/** Reads the next page of a list; nothing at its end. */
export function LoadMore({ list }: { list: PagedList }) {
  const { t } = useText();
  if (!list.hasNextPage) return null;
  return (
    <div className={css.more}>
      {list.isFetchNextPageError ? (
        <Notice tone="bad" alert>
          <ErrorText error={list.error} />
        </Notice>
      ) : null}
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('common:loadMore')}
      </Button>
    </div>
  );
}
