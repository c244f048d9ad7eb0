import { languages } from '@kindling/contract/constants';
import { describe, expect, test } from 'vitest';
import { parseTimeAgo, possibleDays, subtractTimeAgo } from './relative-dates.ts';

describe('how long ago', () => {
  test.each([
    ['vor 2 Monaten', 'month', 2],
    ['vor einem Monat', 'month', 1],
    ['vor einer Woche', 'week', 1],
    ['in der letzten Woche', 'week', 1],
    ['vor einem Jahr', 'year', 1],
    ['Bearbeitet: vor 3 Jahren', 'year', 3],
    ['vorgestern', 'day', 2],
    ['3 weeks ago', 'week', 3],
    ['a month ago', 'month', 1],
    ['an hour ago', 'hour', 1],
    ['2w ago', 'week', 2],
    ['Edited 5 days ago', 'day', 5],
    ['yesterday', 'day', 1],
    ['il y a un an', 'year', 1],
    ['il y a 3 années', 'year', 3],
    ['il y a 2 jours', 'day', 2],
    ['hier', 'day', 1],
    ['een maand geleden', 'month', 1],
    ['2 jaar geleden', 'year', 2],
    ['eergisteren', 'day', 2],
    ['hace una semana', 'week', 1],
    ['Hace 5 meses', 'month', 5],
    ['ayer', 'day', 1],
    ['pre mesec dana', 'month', 1],
    ['pre nedelju dana', 'week', 1],
    ['pre jedne godine', 'year', 1],
    ['pre 3 nedelje', 'week', 3],
    ['juče', 'day', 1],
    ['пре 2 месеца', 'month', 2],
    ['two months ago', 'month', 2],
    ['vor zwei Monaten', 'month', 2],
    ['il y a deux mois', 'month', 2],
    ['hace dos meses', 'month', 2],
    ['twee maanden geleden', 'month', 2],
    ['pre dva meseca', 'month', 2],
    ['пре две године', 'year', 2],
    ['vor fünf Jahren', 'year', 5],
    ['about 2 months ago', 'month', 2],
    ['vor etwa 2 Monaten', 'month', 2],
    ['etwa vor zwei Monaten', 'month', 2],
    ['over a year ago', 'year', 1],
    ['vor über einem Jahr', 'year', 1],
    ["il y a plus d'un an", 'year', 1],
    ['il y a environ 3 mois', 'month', 3],
    ['ruim een jaar geleden', 'year', 1],
    ['hace unos 3 meses', 'month', 3],
    ['hace más de un año', 'year', 1],
    ['pre oko 3 meseca', 'month', 3],
    ['a week ago on Google', 'week', 1],
    ['vor einer Woche auf Google', 'week', 1],
  ])('%j', (value, unit, count) => {
    expect(parseTimeAgo(value)).toEqual({ unit, count });
  });

  test.each([
    '',
    'ago',
    'vor',
    '2025-05-01',
    'May 2025',
    'in 2 weeks',
    'vor dem Essen war es gut',
    '1234 days ago',
    'hace unos meses',
    'about two months',
    'over the moon',
    'vor zwei',
  ])('%j is not a relative date', (value) => {
    expect(parseTimeAgo(value)).toBeNull();
  });

  test('every phrase that Intl produces in our languages is parsed back to its number', () => {
    for (const tag of [...languages, 'sr-Latn'])
      for (const numeric of ['always', 'auto'] as const)
        for (const unit of ['minute', 'hour', 'day', 'week', 'month', 'year'] as const)
          for (const count of [1, 2, 3, 4, 5, 11, 21, 30]) {
            const text = new Intl.RelativeTimeFormat(tag, { numeric }).format(-count, unit);
            expect.soft(parseTimeAgo(text), `${tag}: ${text}`).toEqual({ unit, count });
          }
  });
});

test.each([
  ['2026-03-31', 'month', 1, '2026-02-28'],
  ['2024-03-31', 'month', 1, '2024-02-29'],
  ['2026-01-15', 'month', 2, '2025-11-15'],
  ['2024-02-29', 'year', 1, '2023-02-28'],
  ['2026-01-03', 'week', 1, '2025-12-27'],
  ['2026-01-03', 'day', 3, '2025-12-31'],
  ['2026-01-03', 'hour', 20, '2026-01-03'],
] as const)('%s minus %s × %i is %s', (day, unit, count, expected) => {
  expect(subtractTimeAgo(day, { unit, count })).toBe(expected);
});

test.each([
  ['2026-09-20', 'month', 2, '2026-06-20', '2026-08-04'],
  ['2026-09-20', 'year', 1, '2024-09-20', '2026-03-21'],
  ['2026-09-20', 'week', 1, '2026-09-06', '2026-09-16'],
  ['2026-09-20', 'day', 0, '2026-09-19', '2026-09-20'],
  ['2026-09-20', 'week', 0, '2026-09-13', '2026-09-20'],
  ['2026-09-20', 'hour', 30, '2026-09-18', '2026-09-20'],
] as const)('shown on %s, %s × %i is from %s to %s', (day, unit, count, from, to) => {
  expect(possibleDays(day, { unit, count })).toEqual({ from, to });
});
