import { expect, it } from 'vitest';
import { delay, reconnectDelayMs } from './reconnect.ts';

it('doubles the delay from a second to half a minute', () => {
  expect([0, 1, 4, 5, 50].map(reconnectDelayMs)).toEqual([1000, 2000, 16_000, 30_000, 30_000]);
});

it('resolves a delay at once when it is aborted', async () => {
  const stop = new AbortController();
  const waiting = delay(600_000, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(delay(600_000, stop.signal)).resolves.toBeUndefined();
});
