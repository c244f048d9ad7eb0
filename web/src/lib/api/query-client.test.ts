import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './problem.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

test('a change without a network fails at once and is not made later', async () => {
  const change = vi.fn().mockRejectedValue(new ApiError({ code: 'network' }));
  onlineManager.setOnline(false);
  const mutation = new MutationObserver(createQueryClient(), { mutationFn: change });
  await expect(mutation.mutate(undefined)).rejects.toMatchObject({ code: 'network' });
  onlineManager.setOnline(true);
  expect(change).toHaveBeenCalledTimes(1);
});

test('what a change concerns is read again, also when its first answer is still on the way', async () => {
  const queries = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const read = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  const observer = new QueryObserver(queries, { queryKey: ['list'], queryFn: read });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const invalidated = [1, 2, 3].map(() => queries.invalidateQueries({ queryKey: ['list'] }));
  answers[0]?.('before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(observer.getCurrentResult()).toMatchObject({ data: 'before' });
  answers[1]?.('after');
  await Promise.all(invalidated);
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', fetchStatus: 'idle', error: null });
  await queries.invalidateQueries({ queryKey: ['list'], refetchType: 'none' });
  expect(read).toHaveBeenCalledTimes(2);
  stop();
});

test.each(['none', 'inactive'] as const)(
  'a first answer is left alone by refetchType %s',
  async (refetchType) => {
    const queries = createQueryClient();
    let answer = (_value: string): void => undefined;
    const read = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
    const observer = new QueryObserver(queries, { queryKey: ['list'], queryFn: read });
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    await queries.invalidateQueries({ queryKey: ['list'], refetchType });
    answer('first');
    await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: 'first' }));
    expect(read).toHaveBeenCalledTimes(1);
    stop();
  },
);
