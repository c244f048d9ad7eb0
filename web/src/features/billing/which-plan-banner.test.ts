import { planStates } from '@kindling/contract/plans';
import { describe, expect, test } from 'vitest';
import { planBanner } from './which-plan-banner.ts';

type Asked = Parameters<typeof planBanner>[0];
const of = (planState: Asked['planState'], sub_ends: number | null) =>
  planBanner({ planState, sub_ends, deletionScheduledFor: null });

/** Every number of days from before the banner to after the deletion of the account. */
const days = Array.from({ length: 14 + 91 + 1 }, (_, index) => 14 - index);

describe.each(['trial', 'canceled'] as const)('a plan that ends (%s)', (state) => {
  test.each(days)('%i days before its end', (left) => {
    const banner = of(state, left);
    if (left > 7) expect(banner).toBeNull();
    else if (left > 3) expect(banner).toEqual({ kind: 'expires', days: left, strong: false });
    else if (left > 0) expect(banner).toEqual({ kind: 'expires', days: left, strong: true });
    else expect(banner).toEqual({ kind: 'expired' });
  });

  test('without a known end has no banner', () => {
    expect(of(state, null)).toBeNull();
  });
});

test.each(days)('a plan that has ended is expired, with %i days left', (left) => {
  expect(of('ended', left)).toEqual({ kind: 'expired' });
});

test.each(days)(
  'a plan that renews, one that is free and none at all have no banner, with %i days left',
  (left) => {
    for (const state of ['active', 'free', null] as const) expect(of(state, left)).toBeNull();
  },
);

test('a failed payment has a banner of its own', () => {
  for (const left of [...days, null]) expect(of('past_due', left)).toEqual({ kind: 'payment-failed' });
});

test('the deletion of the account is announced alone', () => {
  for (const planState of [...planStates, null])
    for (const sub_ends of [...days, null])
      expect(
        planBanner({ planState, sub_ends, deletionScheduledFor: '2026-12-23T10:00:00.000Z' }),
      ).toBeNull();
});
