import { describe, expect, test } from 'vitest';
import { addDays, clockIn, planSending } from './plan-sending.ts';

const trial = { perDay: 50, leftToday: 38 };
const today = '2026-11-24';

describe('how an invitation spreads over days', () => {
  test('what fits goes out today', () => {
    expect(planSending(38, trial, today, null)).toEqual({
      first: { day: today, count: 38 },
      perDay: 0,
      last: today,
    });
  });
  test('the rest goes out on the next days', () => {
    expect(planSending(139, trial, today, null)).toEqual({
      first: { day: today, count: 38 },
      perDay: 50,
      last: '2026-11-27',
    });
  });
  test('a day on which nothing is left is passed over', () => {
    expect(planSending(50, { perDay: 50, leftToday: 0 }, today, null)).toEqual({
      first: { day: '2026-11-25', count: 50 },
      perDay: 0,
      last: '2026-11-25',
    });
  });
  test('a later day has its whole allowance', () => {
    expect(planSending(60, { perDay: 50, leftToday: 0 }, today, '2026-12-31')).toEqual({
      first: { day: '2026-12-31', count: 50 },
      perDay: 50,
      last: '2027-01-01',
    });
  });
  test('nobody to write to has no plan', () => {
    expect(planSending(0, trial, today, null)).toBeNull();
  });
});

test('days are counted over the change of the clocks', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
});

test('the day and hour are those of the zone', () => {
  const now = new Date('2026-11-24T23:30:00Z');
  expect(clockIn('Pacific/Auckland', now)).toEqual({ day: '2026-11-25', hour: 12 });
  expect(clockIn('America/New_York', now)).toEqual({ day: '2026-11-24', hour: 18 });
  expect(clockIn('UTC', new Date('2026-11-24T00:10:00Z'))).toEqual({ day: '2026-11-24', hour: 0 });
});
