import type { FeedbackRow } from '@kindling/contract/feedback';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessage2, IconMessageSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { shortcutsDisabled } from '../../../lib/shortcuts-disabled.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import css from './feedback.module.css';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackMessage } from './feedback-message.tsx';
import { useFeedbackList } from './use-feedback.ts';
import { useOpenMessage } from './use-open-message.ts';
import { ViewChips } from './view-chips.tsx';

/** The tab of private messages. It loads its own texts and data. */
export function FeedbackInbox() {
  const { t } = useText();
  const texts = useArea('feedback');
  if (texts.isError) return <ErrorState error={texts.error} retry={() => void texts.refetch()} />;
  if (!texts.isSuccess)
    return (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton shape="rows" framed height={320} />
      </div>
    );
  return <Inbox />;
}

/** The list and the open message: side by side, or one after the other where there is no room. */
function Inbox() {
  const { t } = useText();
  const { id, view, open, show } = useOpenMessage();
  const pages = useFeedbackList(view);
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const inbox = useRef<HTMLDivElement>(null);
  useOpenFirst(id === null ? rows : [], (first) => open(first, true));
  useListKeys(rows, id, (next) => {
    open(next, true);
    focusRow(inbox.current, next);
  });
  useReturnToRow(inbox, id);
  const close = () => open(null, true);
  if (pages.isError && rows.length === 0)
    return <ErrorState error={pages.error} retry={() => void pages.refetch()} />;
  if (pages.isSuccess && rows.length === 0 && view === 'all' && id === null)
    return (
      <EmptyState
        icon={<IconMessage2 size={22} />}
        title={t('feedback:noneTitle')}
        text={t('feedback:noneText')}
      />
    );
  const several = new Set(rows.map(({ locationId }) => locationId)).size > 1;
  return (
    <div ref={inbox} className={css.inbox} data-open={id !== null || undefined}>
      <section className={css.side} aria-label={t('feedback:title')}>
        <ViewChips view={view} onChange={show} />
        <div className={css.scroll} aria-busy={pages.isFetching}>
          {pages.isPending ? (
            <ListSkeleton />
          ) : rows.length === 0 ? (
            <EmptyState
              icon={<IconMessageSearch size={22} />}
              title={t('feedback:noMatchTitle')}
              text={t('feedback:noMatchText')}
              action={
                <Button variant="default" size="xs" onClick={() => show('all')}>
                  {t('feedback:showAll')}
                </Button>
              }
            />
          ) : (
            <FeedbackList
              rows={rows}
              openId={id}
              onOpen={(next) => open(next)}
              more={{
                has: pages.hasNextPage,
                loading: pages.isFetchingNextPage,
                error: pages.isFetchNextPageError ? pages.error : null,
                load: () => void pages.fetchNextPage(),
              }}
            />
          )}
        </div>
        <p className={css.keys}>{t('feedback:keys')}</p>
      </section>
      <div className={css.reading}>
        {id === null ? (
          <p className={css.choose}>{t('feedback:choose')}</p>
        ) : (
          <FeedbackMessage id={id} showLocation={several} onClose={close} />
        )}
      </div>
    </div>
  );
}

function ListSkeleton() {
  const { t } = useText();
  return (
    <div className={css.loading} role="status" aria-label={t('common:loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton shape="rows" key={key} height={64} />
      ))}
    </div>
  );
}

/** Where both have room, the newest message is open from the start. */
function useOpenFirst(rows: readonly FeedbackRow[], open: (id: string) => void): void {
  const sideBySide = useMediaQuery('(min-width: 62em)', false) ?? false;
  const first = sideBySide ? rows[0]?.id : undefined;
  const openFirst = useEffectEvent(open);
  useEffect(() => {
    if (first !== undefined) openFirst(first);
  }, [first]);
}

function focusRow(inbox: HTMLElement | null, id: string): void {
  inbox?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus();
}

/** Once a message is closed, the focus is on its row again. */
function useReturnToRow(inbox: RefObject<HTMLElement | null>, id: string | null): void {
  const last = useRef(id);
  useEffect(() => {
    if (id === null && last.current !== null) focusRow(inbox.current, last.current);
    last.current = id;
  }, [inbox, id]);
}

/** j and k move to the next and the previous message. */
function useListKeys(rows: readonly FeedbackRow[], openId: string | null, open: (id: string) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.key !== 'j' && event.key !== 'k') || shortcutsDisabled(event)) return;
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)];
    if (next === undefined) return;
    event.preventDefault();
    open(next.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
