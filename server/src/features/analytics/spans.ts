/** Which stored sums make up a period. */
import type { DaySpan } from '@kindling/contract/analytics';
import { dayAfter, firstOfMonth, lastOfMonth, lengthOf, stepsOf } from '@kindling/contract/day-spans';

/** Stored sums that a span is made of: whole months, and days at its ends, which are added to them or taken away. */
export interface SumRange extends DaySpan {
  grain: 'month' | 'day';
  sign: 1 | -1;
}

/** Of a month of which the span has the larger part, the other days are taken away, because these are fewer rows. */
export function rangesOf(span: DaySpan): SumRange[] {
  return stepsOf(span, 'month').flatMap(rangesOfMonth).reduce<SumRange[]>(joinMonths, []);
}

function rangesOfMonth(part: DaySpan): SumRange[] {
  const month = { from: firstOfMonth(part.from), to: lastOfMonth(part.to) };
  const others = [
    { from: month.from, to: dayAfter(part.from, -1) },
    { from: dayAfter(part.to, 1), to: month.to },
  ].filter(({ from, to }) => from <= to);
  if (lengthOf(month) > 2 * lengthOf(part)) return [{ grain: 'day', ...part, sign: 1 }];
  return [
    { grain: 'month', ...month, sign: 1 },
    ...others.map((days) => ({ grain: 'day', ...days, sign: -1 }) as const),
  ];
}

function joinMonths(ranges: readonly SumRange[], range: SumRange): SumRange[] {
  const index = ranges.findIndex(({ grain, to }) => grain === 'month' && dayAfter(to, 1) === range.from);
  if (range.grain === 'day' || index < 0) return [...ranges, range];
  return ranges.map((one, at) => (at === index ? { ...one, to: range.to } : one));
}
