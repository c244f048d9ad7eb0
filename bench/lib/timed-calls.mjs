import { percentile } from './abba.mjs';

/**
 * Calls one after the other, until there were `calls` of them or the time is over.
 * @param options `warmUp`: calls before them that are not timed; `limitMs`: for all of them
 * @returns {Promise<number[]>} milliseconds of each
 */
export async function timeCalls(call, { calls, warmUp = 0, limitMs = Number.POSITIVE_INFINITY }) {
  for (let warm = 0; warm < warmUp; warm += 1) await call();
  const times = [];
  const end = performance.now() + limitMs;
  while (times.length < calls && performance.now() < end) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times;
}

/** The row of a table for calls of one kind. */
export const timesRow = (what, times) => ({
  what,
  'p50 ms': percentile(times, 0.5).toFixed(1),
  'p99 ms': percentile(times, 0.99).toFixed(1),
  calls: times.length,
});
