import { entitlements } from '@kindling/contract/plans';
import { describe, expect, test } from 'vitest';
import { entitlementsOf, type Subscription } from './entitlements.ts';

const now = new Date('2026-05-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const of = (subscription: Subscription) => [...entitlementsOf(subscription, now)];

describe('what an account may use', () => {
  test.each<[string, Subscription]>([
    ['no plans on this installation', { status: 'included' }],
    ['a trial without an end', { status: 'trialing', endsAt: null }],
    ['a trial on its last day', { status: 'trialing', endsAt: daysAgo(-0.01) }],
    ['a paid plan', { status: 'active' }],
    ['a failed payment', { status: 'past_due' }],
    ['a canceled plan until its period ends', { status: 'canceled', endsAt: daysAgo(-0.01) }],
  ])('everything with %s', (_, subscription) => {
    expect(of(subscription)).toEqual([...entitlements]);
  });

  test.each<[string, (days: number) => Subscription]>([
    ['a trial that ended', (days) => ({ status: 'trialing', endsAt: daysAgo(days) })],
    ['a canceled plan after its period', (days) => ({ status: 'canceled', endsAt: daysAgo(days) })],
    ['an expired plan', (days) => ({ status: 'expired', endedAt: daysAgo(days) })],
  ])('%s stops syncing, publishing and new embeds at once, and embeds after 14 days', (_, ended) => {
    expect(of(ended(0))).toEqual(['serve-embeds']);
    expect(of(ended(13.99))).toEqual(['serve-embeds']);
    expect(of(ended(14))).toEqual([]);
  });
});
