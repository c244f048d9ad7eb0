import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './news.module.css';
import { useRefreshOnNews } from './use-refresh-on-news.ts';

const NewsPanel = lazy(async () => ({ default: (await import('./news-panel.tsx')).NewsPanel }));

/** How often the number is read again while the window is in sight. */
const pollMs = 60_000;

/** The bell in the top bar: how much is new since the last visit, and a panel with the latest news. */
export function NewsBell() {
  const { t, i18n } = useText();
  const [open, setOpen] = useState(false);
  const count = useQuery(
    query.news.count.queryOptions({ input: {}, refetchInterval: pollMs, refetchOnWindowFocus: true }),
  );
  useRefreshOnNews(count.data, count.dataUpdatedAt);
  const unseen = count.data?.unseen ?? 0;
  const number = `${formatNumber(unseen, i18n.language)}${count.data?.more === true ? '+' : ''}`;
  const words = unseen === 0 ? null : t('news.unseen', { count: unseen });
  return (
    <>
      <Popover
        opened={open}
        onChange={setOpen}
        width="min(400px, calc(100vw - 24px))"
        position="bottom-end"
        offset={6}
        trapFocus
        returnFocus
        withinPortal={false}
        classNames={{ dropdown: css.dropdown }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            className={css.bell}
            aria-label={words === null ? t('news.open') : `${t('news.open')}, ${words}`}
            aria-haspopup="dialog"
            onClick={() => setOpen((before) => !before)}
          >
            <IconBell size={21} stroke={1.75} aria-hidden />
            {unseen === 0 ? null : (
              <span className={css.number} aria-hidden="true">
                {number}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('news.open')}>
          {open ? (
            <Suspense fallback={<div className={css.waiting} />}>
              <NewsPanel onChosen={() => setOpen(false)} />
            </Suspense>
          ) : null}
        </Popover.Dropdown>
      </Popover>
      {/* Says politely that something arrived. */}
      <span className="k-hidden" role="status">
        {words}
      </span>
    </>
  );
}
