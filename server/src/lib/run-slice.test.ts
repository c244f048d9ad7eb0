import { expect, test } from 'vitest';
import { runSlice } from './run-slice.ts';

const never = new AbortController().signal;

/** Batches that take some time each by their own clock, and how many have run. */
function batches(total: number, lasting: number) {
  const counts = { run: 0 };
  return {
    counts,
    now: () => counts.run * lasting,
    async batch() {
      counts.run += 1;
      return counts.run < total;
    },
  };
}

test.each([
  ['ends where nothing is left', [3, 1_000], { run: 3, more: false }],
  ['ends after ten seconds, with more left', [100, 3_000], { run: 4, more: true }],
  ['runs one batch that takes longer', [2, 60_000], { run: 1, more: true }],
  ['has nothing left after the last batch, however long', [1, 60_000], { run: 1, more: false }],
] as const)('%s', async (_, [total, lasting], wanted) => {
  const { counts, batch, now } = batches(total, lasting);
  const more = await runSlice(batch, never, { now });
  expect({ more, run: counts.run }).toEqual(wanted);
});

test('an abort ends it after the batch', async () => {
  const stopping = new AbortController();
  const { counts, batch, now } = batches(3, 0);
  const stop = () => {
    stopping.abort();
    return batch();
  };
  await expect(runSlice(stop, stopping.signal, { now })).rejects.toThrow(/abort/i);
  expect(counts.run).toBe(1);
});
