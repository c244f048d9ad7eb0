import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusalDelay } from './refusal-delay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a refusal is delayed; above the maximum of waiting ones it is answered at once', async () => {
  const refusals = createRefusalDelay(2, 500);
  const answered: number[] = [];
  const refuse = (number: number) => refusals.wait().then(() => answered.push(number));
  const all = [refuse(1), refuse(2), refuse(3)];
  await vi.advanceTimersByTimeAsync(499);
  expect(answered).toEqual([3]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toEqual([3, 1, 2]);
  await Promise.all(all);
  const again = refuse(4);
  await vi.advanceTimersByTimeAsync(499);
  expect(answered).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  await again;
  expect(answered).toHaveLength(4);
});
