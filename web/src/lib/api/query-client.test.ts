import { MutationObserver, onlineManager } from '@tanstack/react-query';
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
