import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectDateOrder, parseDate } from './dates.ts';

const now = Date.UTC(2026, 10, 21, 9);
const zone = 'Europe/Belgrade';
const iso = (value: string, order: 'dmy' | 'mdy' = 'dmy') => {
  const read = parseDate(value, { order, zone, now, asOf: null });
  return 'fault' in read ? read.fault : read.at.toISOString();
};
const noon = '2025-12-31T11:00:00.000Z';

describe('dates of reviews', () => {
  test.each([
    ['2025-12-31', noon],
    ['2025/12/31', noon],
    ['2025.12.31.', noon],
    ['20251231', noon],
    ['2025-12-31T10:20:30Z', '2025-12-31T10:20:30.000Z'],
    ['2025-12-31T10:20:30.123456789Z', '2025-12-31T10:20:30.123Z'],
    ['2025-12-31 10:20:30,5 UTC', '2025-12-31T10:20:30.500Z'],
    ['2025-12-31 10:20:30+02:00', '2025-12-31T08:20:30.000Z'],
    ['2025-12-31 10:20 UTC', '2025-12-31T10:20:00.000Z'],
    ['2025-12-31 10:20', '2025-12-31T09:20:00.000Z'],
    ['2025-07-31 10:20', '2025-07-31T08:20:00.000Z'],
    ['31/12/2025', noon],
    ['12/31/2025', noon],
    ['31.12.2025', noon],
    ['31.12.2025.', noon],
    ['31. 12. 2025. 14:30', '2025-12-31T13:30:00.000Z'],
    ['31-12-25', noon],
    ['12/31/2025, 3:05:06 p.m.', '2025-12-31T14:05:06.000Z'],
    ['12/31/2025 12:00 AM', '2025-12-30T23:00:00.000Z'],
    ['Dec 31, 2025', noon],
    ['Dec. 31 2025', noon],
    ['December 31st, 2025 at 3:05 PM', '2025-12-31T14:05:00.000Z'],
    ['Wednesday, December 31, 2025', noon],
    ['31-Dec-25', noon],
    ['Wed, 31 Dec 2025 10:00:00 GMT', '2025-12-31T10:00:00.000Z'],
    ['31 décembre 2025', noon],
    ['31 déc. 2025 à 14h30', '2025-12-31T13:30:00.000Z'],
    ['1er août 2025', '2025-08-01T10:00:00.000Z'],
    ['31. Dezember 2025 um 14:30 Uhr', '2025-12-31T13:30:00.000Z'],
    ['5. März 2025', '2025-03-05T11:00:00.000Z'],
    ['31 december 2025', noon],
    ['5 mrt. 2025', '2025-03-05T11:00:00.000Z'],
    ['31 de diciembre de 2025', noon],
    ['31 dic 2025', noon],
    ['31. decembar 2025.', noon],
    ['31. decembra 2025.', noon],
    ['31. dec 2025.', noon],
    ['46022', noon],
    ['46022,75', '2025-12-31T17:00:00.000Z'],
    ['1767139200', '2025-12-31T00:00:00.000Z'],
    ['1767139200000', '2025-12-31T00:00:00.000Z'],
    ['2 weeks ago', 'date-relative'],
    ['31/02/2025', 'date-unreadable'],
    ['2025-12-31 25:00', 'date-unreadable'],
    ['12345', 'date-old'],
    ['1999-12-31', 'date-old'],
    ['31/12/99', 'date-old'],
    ['2026-11-23', 'date-future'],
    ['99/99/2025', 'date-unreadable'],
  ])('%j is %s', (value, expected) => {
    expect(iso(value)).toBe(expected);
  });

  test('ambiguous days and months follow the chosen order', () => {
    expect(iso('3/4/2025', 'dmy')).toBe('2025-04-03T10:00:00.000Z');
    expect(iso('3/4/2025', 'mdy')).toBe('2025-03-04T11:00:00.000Z');
    expect(iso('3.4.2025', 'mdy')).toBe('2025-04-03T10:00:00.000Z');
  });

  test.each([
    ['31/12/2025', 'dmy'],
    ['12/31/2025', 'mdy'],
    ['3/4/2025', 'either'],
    ['4/4/2025', 'clear'],
    ['3.4.2025', 'clear'],
    ['2025-04-03', 'clear'],
    ['3 April 2025', 'clear'],
    ['5', null],
    ['Great food', null],
  ])('%j gives its column the order: %s', (value, expected) => {
    expect(detectDateOrder(value)).toBe(expected);
  });

  const days = fc.date({
    min: new Date('2000-01-02T00:00:00Z'),
    max: new Date('2026-11-20T00:00:00Z'),
    noInvalidDate: true,
  });
  const languages = ['en-US', 'en-GB', 'fr', 'de', 'nl', 'es', 'sr-Latn'];

  test('every day is parsed from its written form in all six languages', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...languages),
        fc.constantFrom('long', 'medium'),
        (day, tag, style) => {
          const text = new Intl.DateTimeFormat(tag, { dateStyle: style as 'long', timeZone: 'UTC' }).format(
            day,
          );
          const order = tag === 'en-US' ? 'mdy' : 'dmy';
          const read = parseDate(text, { order, zone: 'UTC', now, asOf: null });
          expect('day' in read ? read.day : `${text}: ${read.fault}`).toBe(day.toISOString().slice(0, 10));
        },
      ),
      { numRuns: 800 },
    );
  });

  test('every time is parsed from numbers in both orders and in every time zone', () => {
    const zones = ['UTC', 'Europe/Belgrade', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'];
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...zones),
        fc.constantFrom('dmy' as const, 'mdy' as const),
        (moment, place, order) => {
          const parts = new Intl.DateTimeFormat('en-GB', {
            timeZone: place,
            dateStyle: 'short',
            timeStyle: 'medium',
          }).formatToParts(moment);
          const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
          const date = (order === 'dmy' ? ['day', 'month'] : ['month', 'day']).map(part).join('/');
          const text = `${date}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`;
          const read = parseDate(text, { order, zone: place, now, asOf: null });
          const found = 'at' in read ? read.at.getTime() : Number.NaN;
          const wanted = Math.floor(moment.getTime() / 1000) * 1000;
          // An hour that clocks show twice may be parsed as either one.
          expect([0, 3_600_000]).toContain(Math.abs(found - wanted));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('any text either gives a date in the accepted years or a fault, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('dmy', 'mdy'),
        (text, order) => {
          const read = parseDate(text, { order: order as 'dmy', zone, now, asOf: '2026-11-21' });
          if ('fault' in read) return;
          expect(read.at.getTime()).toBeGreaterThan(Date.UTC(1999, 11, 31));
          expect(read.at.getTime()).toBeLessThanOrEqual(now + 86_400_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
