import { entitlements } from '@kindling/contract/plans';
import { describe, expect, test } from 'vitest';
import { capabilities, entitlementsOf } from './entitlements.ts';

const now = new Date('2026-05-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const endedFor = (days: number) => [...entitlementsOf({ endsAt: daysAgo(days) }, now)];

describe('what an account may use', () => {
  test('everything without plans, with a plan without an end, and until the end', () => {
    for (const plan of [null, { endsAt: null }, { endsAt: daysAgo(-0.01) }])
      expect([...entitlementsOf(plan, now)]).toEqual([...entitlements]);
  });

  test('the end stops all but embeds at once, and embeds after 14 days', () => {
    expect(endedFor(0)).toEqual(['serve-embeds']);
    expect(endedFor(13.99)).toEqual(['serve-embeds']);
    expect(endedFor(14)).toEqual([]);
  });

  test('no end stops reading, collecting, alerts, replies, export, members, billing and the sign-in', () => {
    const always = Object.entries(capabilities).flatMap(([name, days]) => (days === 'always' ? [name] : []));
    expect(always).toEqual(['sign-in', 'read', 'reply', 'collect', 'alerts', 'export', 'members', 'billing']);
  });
});
