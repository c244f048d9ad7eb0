import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateLocale, dayPattern, readDay, writeDay } from './day-format.ts';

const today = '2026-11-26';

describe('a day', () => {
  it.each([
    ['en-US', '11/22/2026', '2026-11-22'],
    ['en-US', '3/4/2026', '2026-03-04'],
    ['en-GB', '3/4/2026', '2026-04-03'],
    ['de', '22.11.2026', '2026-11-22'],
    ['de', '22.11.26', '2026-11-22'],
    ['de', '22.11.', '2026-11-22'],
    ['de', '27.11.', '2025-11-27'],
    ['de', '22112026', '2026-11-22'],
    ['de', '221126', '2026-11-22'],
    ['de', '2211', '2026-11-22'],
    ['de', '0511', '2026-11-05'],
    ['en-US', '1122', '2026-11-22'],
    ['nl', '22-11-2026', '2026-11-22'],
    ['fr', '22 11 2026', '2026-11-22'],
    ['sr-Latn', '22. 11. 2026.', '2026-11-22'],
    ['en-US', '2026-11-22', '2026-11-22'],
    ['de', '2026-02-30', null],
    ['de', '31.04.2026', null],
    ['de', 'gestern', null],
    ['de', '22.11.12026', null],
    ['de', '1.1.1066', null],
    ['de', '1.1.9999', null],
    ['de', '5', null],
    ['de', '', null],
  ])('in %s, %s is %s', (locale, typed, day) => {
    expect(readDay(typed, locale, today)).toBe(day);
  });

  it.each(['en-US', 'en-GB', 'de', 'fr', 'nl', 'es', 'sr-Latn', 'ja', 'ar-EG', 'fa'])(
    'in %s is read back as it was written',
    (locale) => {
      const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(days, (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(readDay(writeDay(day, locale), locale, today)).toBe(day);
        }),
      );
    },
  );
});

it('has the pattern of its language', () => {
  const letters = { day: 'TT', month: 'MM', year: 'JJJJ' };
  expect(dayPattern('de', letters)).toBe('TT.MM.JJJJ');
  expect(dayPattern('en-US', { day: 'DD', month: 'MM', year: 'YYYY' })).toBe('MM/DD/YYYY');
});

it('follows the person’s own country where it speaks the language', () => {
  expect(dateLocale('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(dateLocale('de', ['en-GB'])).toBe('de');
  expect(dateLocale('sr', ['sr-RS'])).toBe('sr-Latn');
});
