import { focusManager, InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { pagedListOptions } from './paged-list-options.ts';
import { createQueryClient } from './query-client.ts';

const queries = createQueryClient();

afterEach(() => {
  queries.unmount();
  queries.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/**
 * Reads pages, blurs the window until the data is stale, and focuses it again. @returns the pages fetched after that
 */
async function askedAtFocus(pages: number, invalidate = false): Promise<number> {
  vi.useFakeTimers();
  queries.mount();
  const read = vi.fn(async ({ pageParam }: { pageParam: number }) => pageParam);
  const options = {
    queryKey: ['list', pages],
    queryFn: read,
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
    ...pagedListOptions,
  };
  const observer = new InfiniteQueryObserver(queries, options);
  let stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
  expect(read).toHaveBeenCalledTimes(pages);
  read.mockClear();
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(60_000);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(1000);
  if (invalidate) {
    stop();
    await queries.invalidateQueries({ queryKey: ['list'] });
    stop = new InfiniteQueryObserver(queries, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
  }
  stop();
  return read.mock.calls.length;
}

it('a list of one page refetches when the window gets the focus', async () => {
  expect(await askedAtFocus(1)).toBe(1);
});

it('a longer list does not', async () => {
  expect(await askedAtFocus(8)).toBe(0);
});

it('a longer list refetches when it is opened after a change', async () => {
  expect(await askedAtFocus(3, true)).toBe(3);
});
