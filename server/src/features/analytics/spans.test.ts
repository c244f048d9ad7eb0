import { dayAfter, lengthOf, sameDaysBefore, stepsOf } from '@kindling/contract/day-spans';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangesOf, type SumRange } from './spans.ts';

const span = fc
  .tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 800 }))
  .map(([start, length]) => ({
    from: dayAfter('2020-01-01', start),
    to: dayAfter('2020-01-01', start + length),
  }));

const isWholeMonths = ({ from, to }: SumRange) => from.endsWith('-01') && dayAfter(to, 1).endsWith('-01');

test('ranges add up to each day of the span once', () => {
  fc.assert(
    fc.property(span, (one) => {
      const counts = new Map<string, number>();
      for (const range of rangesOf(one))
        for (const { from } of stepsOf(range, 'day')) counts.set(from, (counts.get(from) ?? 0) + range.sign);
      const counted = [...counts].filter(([, count]) => count !== 0);
      expect(counted.sort()).toEqual(stepsOf(one, 'day').map(({ from }) => [from, 1]));
    }),
  );
});

test('whole months are one range, and each end costs at most half a month of days', () => {
  fc.assert(
    fc.property(span, (one) => {
      const months = rangesOf(one).filter(({ grain }) => grain === 'month');
      expect(months.length).toBeLessThanOrEqual(1);
      expect(months.every(isWholeMonths)).toBe(true);
      const days = rangesOf(one).filter(({ grain }) => grain === 'day');
      expect(days.reduce((sum, range) => sum + lengthOf(range), 0)).toBeLessThanOrEqual(31);
    }),
  );
});

test('the days after today are taken away from their month', () => {
  expect(rangesOf({ from: '2025-12-01', to: '2026-11-29' })).toEqual([
    { grain: 'month', from: '2025-12-01', to: '2026-11-30', sign: 1 },
    { grain: 'day', from: '2026-11-30', to: '2026-11-30', sign: -1 },
  ]);
});

test.each([
  ['2026-01-01', '2026-11-27', 12, '2025-01-01', '2025-11-27'],
  ['2025-12-01', '2026-11-27', 12, '2024-12-01', '2025-11-27'],
  ['2028-01-01', '2028-02-29', 12, '2027-01-01', '2027-02-28'],
  ['2026-03-01', '2026-03-31', 1, '2026-02-01', '2026-02-28'],
])('%s to %s has its days %i months before from %s to %s', (from, to, months, first, last) => {
  expect(sameDaysBefore({ from, to }, months)).toEqual({ from: first, to: last });
});
