import { expect, it } from 'vitest';
import { formatAge } from './format-age.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const written = (writtenAt: string, writtenDay: string | null = null) => ({ writtenAt, writtenDay });

it.each([
  ['2026-11-26T09:59:40Z', 'this minute'],
  ['2026-11-26T09:20:00Z', '40m ago'],
  ['2026-11-26T03:00:00Z', '7h ago'],
  ['2026-11-25T23:59:00Z', 'yesterday'],
  ['2026-11-20T12:00:00Z', '6d ago'],
  ['2026-11-19T12:00:00Z', 'Nov 19'],
  ['2024-03-02T12:00:00Z', 'Mar 2024'],
])('%s is %s', (time, age) => {
  expect(formatAge(written(time), 'en', 'UTC', now)).toBe(age);
});

it('counts the days of the zone', () => {
  const late = written('2026-11-25T20:00:00Z');
  expect(formatAge(late, 'en', 'UTC', now)).toBe('yesterday');
  expect(formatAge(late, 'en', 'Asia/Tokyo', now)).toBe('14h ago');
});

it('says no hours of a review of which only the day is known', () => {
  const today = written('2026-11-26T12:00:00Z', '2026-11-26');
  expect(formatAge(today, 'en', 'UTC', now)).toBe('today');
  expect(formatAge(today, 'de', 'UTC', now)).toBe('heute');
});

it('writes Serbian in Latin letters', () => {
  expect(formatAge(written('2024-03-02T12:00:00Z'), 'sr', 'UTC', now)).toMatch(/^mar/);
});
