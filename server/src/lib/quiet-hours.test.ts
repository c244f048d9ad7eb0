import { describe, expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const night = { from: '22:00', to: '07:00' };
const noon = { from: '12:00', to: '13:30' };

describe('quietUntil', () => {
  test.each([
    ['before midnight', '2026-11-20T22:30:20Z', 'UTC', night, '2026-11-21T07:00:00.000Z'],
    ['after midnight', '2026-11-21T06:59:59Z', 'UTC', night, '2026-11-21T07:00:00.000Z'],
    ['at the beginning', '2026-11-20T22:00:00Z', 'UTC', night, '2026-11-21T07:00:00.000Z'],
    ['at the end', '2026-11-21T07:00:00Z', 'UTC', night, null],
    ['by day', '2026-11-20T15:00:00Z', 'UTC', night, null],
    ['within a day', '2026-11-20T12:10:00Z', 'UTC', noon, '2026-11-20T13:30:00.000Z'],
    ['after such hours', '2026-11-20T13:30:00Z', 'UTC', noon, null],
    ['in another zone', '2026-11-20T21:30:00Z', 'Europe/Berlin', night, '2026-11-21T06:00:00.000Z'],
    [
      'in a zone with half an hour',
      '2026-11-20T17:00:00Z',
      'Asia/Kolkata',
      night,
      '2026-11-21T01:30:00.000Z',
    ],
    ['when the clock goes back', '2026-10-24T22:00:00Z', 'Europe/Berlin', night, '2026-10-25T06:00:00.000Z'],
    [
      'when the clock goes forward',
      '2026-03-28T22:00:00Z',
      'Europe/Berlin',
      night,
      '2026-03-29T05:00:00.000Z',
    ],
  ])('%s', (_name, now, zone, hours, end) => {
    expect(quietUntil(new Date(now), zone, hours)?.toISOString() ?? null).toBe(end);
  });
});
