import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runBatches, runWithCooldown } from './cooldown.ts';

vi.mock('node:timers/promises', () => ({
  // Fake timers do not replace this module's timer.
  setTimeout: (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      setTimeout(() => resolve(value), ms);
    }),
}));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('waits twice as long as the batch took, two seconds at most', async () => {
  for (const [lasting, pause] of [
    [30, 60],
    [5_000, 2_000],
  ] as const) {
    let over = false;
    const work = runWithCooldown(async () => {
      vi.advanceTimersByTime(lasting);
      return 'kept';
    }).finally(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await work).toBe('kept');
  }
});

test('an abort during the pause leaves the work done', async () => {
  const stop = new AbortController();
  let done = 0;
  const work = runWithCooldown(async () => {
    done += 1;
    stop.abort();
  }, stop.signal);
  await expect(work).rejects.toThrow(/abort/i);
  expect(done).toBe(1);
});

test('batches run until one is not full, or until the work is ended', async () => {
  const counts = [5, 5, 2, 5];
  const next = async () => counts.shift() ?? 0;
  const done = runBatches(5, next);
  await vi.runAllTimersAsync();
  expect(await done).toBe(12);
  expect(counts).toEqual([5]);
  const stop = new AbortController();
  const ended = runBatches(
    5,
    async () => {
      stop.abort();
      return 5;
    },
    stop.signal,
  );
  await expect(ended).rejects.toThrow(/abort/i);
});
