import { expect, it } from 'vitest';
import { formatAge } from './format-age.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const written = (writtenAt: string, writtenDay: string | null = null) => ({ writtenAt, writtenDay });

it.each([
  ['2026-11-26T09:59:40Z', '1m ago'],
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

it.each([
  ['de', 'vor 1 Min.', 'vor 7 Min.', 'vor 9 Std.', 'vor 6 Tagen'],
  ['es', 'hace 1 min', 'hace 7 min', 'hace 9 h', 'hace 6 d'],
  ['fr', 'il y a 1 min', 'il y a 7 min', 'il y a 9 h', 'il y a 6 j'],
  ['nl', '1 min. geleden', '7 min. geleden', '9 uur geleden', '6 dgn geleden'],
  ['sr', 'pre 1 min.', 'pre 7 min.', 'pre 9 č.', 'pre 6 d.'],
])('is a time in the past in %s', (language, ...ages) => {
  const times = [
    '2026-11-26T09:59:40Z',
    '2026-11-26T09:53:00Z',
    '2026-11-26T01:00:00Z',
    '2026-11-20T12:00:00Z',
  ];
  // Languages differ in which of the spaces do not break.
  const said = times.map((time) => formatAge(written(time), language, 'UTC', now).replaceAll(/\s/g, ' '));
  expect(said).toEqual(ages);
});

it('writes Serbian in Latin letters', () => {
  expect(formatAge(written('2024-03-02T12:00:00Z'), 'sr', 'UTC', now)).toMatch(/^mar/);
});
