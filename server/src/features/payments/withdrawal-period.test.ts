import { describe, expect, test } from 'vitest';
import { withdrawableUntil } from './withdrawal-period.ts';

describe('the last moment of a withdrawal', () => {
  const until = (completedAt: string, zone: string) =>
    withdrawableUntil(new Date(completedAt), zone).toISOString();

  test('is the end of the 14th day after the day of the order', () => {
    expect(until('2026-11-01T10:00:00Z', 'UTC')).toBe('2026-11-16T00:00:00.000Z');
    expect(until('2026-11-01T00:00:00Z', 'UTC')).toBe('2026-11-16T00:00:00.000Z');
    expect(until('2026-11-01T23:59:59Z', 'UTC')).toBe('2026-11-16T00:00:00.000Z');
  });

  test('goes by the clock of the account', () => {
    expect(until('2026-11-02T02:00:00Z', 'America/Los_Angeles')).toBe('2026-11-16T08:00:00.000Z');
    expect(until('2026-11-01T14:00:00Z', 'Pacific/Auckland')).toBe('2026-11-16T11:00:00.000Z');
  });

  test('is the same day when the clocks change meanwhile', () => {
    // From summer to winter time on 25 October, and back on 28 March.
    expect(until('2026-10-14T22:30:00Z', 'Europe/Berlin')).toBe('2026-10-29T23:00:00.000Z');
    expect(until('2027-03-20T23:30:00Z', 'Europe/Berlin')).toBe('2027-04-04T22:00:00.000Z');
  });
});
