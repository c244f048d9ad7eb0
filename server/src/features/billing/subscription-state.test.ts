import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlanFacts, planOf, subscriptionStatuses } from './subscription-state.ts';

const day = (n: number) => new Date(Date.UTC(2026, 4, n));
const trial = { trialEndsAt: day(15), free: null, subscription: null } satisfies PlanFacts;
const none = { cancelAt: null, endedAt: null, stoppedAt: null };
const paid = (status: (typeof subscriptionStatuses)[number], more: Partial<typeof none> | object = {}) =>
  planOf({ ...trial, subscription: { status, ...none, ...more } });

describe('the plan of an account', () => {
  test('is the trial until somebody pays or the operator gives one', () => {
    expect(planOf(trial)).toEqual({ state: 'trial', endsAt: day(15) });
    expect(paid('incomplete')).toEqual({ state: 'trial', endsAt: day(15) });
    expect(paid('incomplete_expired')).toEqual({ state: 'trial', endsAt: day(15) });
  });

  test('has no end while it renews or the provider tries a payment again', () => {
    expect(paid('active')).toEqual({ state: 'active', endsAt: null });
    expect(paid('trialing')).toEqual({ state: 'active', endsAt: null });
    expect(paid('past_due')).toEqual({ state: 'past_due', endsAt: null });
  });

  test('ends with the period that was paid when it is canceled, and at once when the provider ended it', () => {
    expect(paid('active', { cancelAt: day(28) })).toEqual({ state: 'canceled', endsAt: day(28) });
    expect(paid('canceled', { endedAt: day(20) })).toEqual({ state: 'canceled', endsAt: day(20) });
    expect(paid('unpaid', { stoppedAt: day(21) })).toEqual({ state: 'canceled', endsAt: day(21) });
    expect(paid('paused', { stoppedAt: day(21) })).toEqual({ state: 'canceled', endsAt: day(21) });
  });

  test('is the trial again when a plan ends before it', () => {
    expect(paid('canceled', { endedAt: day(3) })).toEqual({ state: 'trial', endsAt: day(15) });
  });

  test('is the free one for as long as nothing that was paid lasts longer', () => {
    const free = { until: day(30) };
    expect(planOf({ ...trial, free })).toEqual({ state: 'free', endsAt: day(30) });
    expect(planOf({ ...trial, free: { until: null } })).toEqual({ state: 'free', endsAt: null });
    expect(planOf({ ...trial, free, subscription: { status: 'active', ...none } }).state).toBe('active');
    const ended = { ...none, status: 'canceled' as const, endedAt: day(20) };
    expect(planOf({ ...trial, free, subscription: ended })).toEqual({ state: 'free', endsAt: day(30) });
    expect(
      planOf({ ...trial, free: { until: null }, subscription: { status: 'active', ...none } }).state,
    ).toBe('active');
  });

  test('never ends before the trial, whatever the provider holds', () => {
    const time = fc.option(fc.date({ min: day(1), max: day(30), noInvalidDate: true }), { nil: null });
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom(...subscriptionStatuses),
          cancelAt: time,
          endedAt: time,
          stoppedAt: time,
        }),
        fc.option(fc.record({ until: time }), { nil: null }),
        (subscription, free) => {
          const { endsAt } = planOf({ ...trial, free, subscription });
          expect(endsAt === null || endsAt >= trial.trialEndsAt).toBe(true);
        },
      ),
    );
  });
});
