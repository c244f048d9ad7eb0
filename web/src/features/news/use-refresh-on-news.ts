import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { query } from '../../lib/api/client.ts';

/**
 * Reads the reviews on the screen again when there is other news than before: nothing else reads a list that stays open.
 * @param news undefined until it is known
 * @param readAt when it was read: the number stops at a limit, and then each reading may stand for something new
 */
export function useRefreshOnNews(news: { unseen: number; more: boolean } | undefined, readAt: number): void {
  const queries = useQueryClient();
  const state = news === undefined ? null : `${news.unseen}${news.more ? `+ ${readAt}` : ''}`;
  const before = useRef(state);
  useEffect(() => {
    const known = before.current;
    before.current = state;
    if (state === null || known === null || known === state) return;
    for (const key of [
      query.reviews.list.key(),
      query.reviews.get.key(),
      query.reviews.count.key(),
      query.reviews.figures.key(),
    ])
      void queries.invalidateQueries({ queryKey: key });
  }, [queries, state]);
}
