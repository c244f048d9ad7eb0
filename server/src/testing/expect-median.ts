import { expect } from 'vitest';

/** That a wait is the middle of the minutes, as far as buckets of an eighth tell it. */
export function expectMedian(median: number | null, waits: readonly number[]): void {
  if (waits.length === 0) {
    expect(median).toBeNull();
    return;
  }
  const ordered = [...waits].sort((one, other) => one - other);
  const lower = ordered[Math.floor((ordered.length - 1) / 2)] ?? 0;
  const upper = ordered[Math.floor(ordered.length / 2)] ?? 0;
  const middle = (lower + upper) / 2;
  expect(median).toBeGreaterThanOrEqual(middle * 0.87 - 1);
  expect(median).toBeLessThanOrEqual(middle * 1.13 + 1);
}
