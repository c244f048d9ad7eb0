import { describe, expect, it } from 'vitest';
import {
  compareTexts,
  formatAverage,
  formatCalendarDay,
  formatDay,
  formatList,
  formatMoment,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRelative,
  formatWrittenDay,
  regionNames,
} from './formats.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('formats', () => {
  it('use the given language', () => {
    expect(formatNumber(12345.5, 'de')).toBe('12.345,5');
    expect(formatAverage(4, 'en')).toBe('4.0');
    expect(formatPercent(0.264, 'en', true)).toBe('+26%');
    expect(formatPercent(0, 'en', true)).toBe('0%');
  });
  it('keep the month in every time zone', () => {
    expect(formatMonth('2026-01', 'en', 'long')).toBe('January 2026');
    expect(formatMonth('2026-01', 'en', 'short')).toBe('Jan');
  });
  it.each([
    ['2026-11-21T11:59:31Z', 'now'],
    ['2026-11-21T11:58:30Z', '1 minute ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-21T17:30:00Z', 'in 5 hours'],
    ['2024-11-21T12:00:00Z', '2 years ago'],
  ])('formats %s', (iso, words) => {
    expect(formatRelative(iso, 'en', now)).toBe(words);
  });
});

it('Serbian has Latin letters, as its texts do', () => {
  const [past, long] = ['2026-11-18T12:00:00Z', '2024-01-18T12:00:00Z'];
  const words = [
    formatRelative(past, 'sr', now),
    formatRelative(long, 'sr', now),
    formatMoment(past, 'sr', new Date(now)),
    formatDay(past, 'sr', 'UTC'),
    formatMonth('2026-11', 'sr', 'long'),
    formatList(['Salt', 'Quay'], 'sr'),
    regionNames('sr').of('RS') ?? '',
  ];
  expect(words.join(' ')).toMatch(/pre 3 dana .*novembar 2026.* Salt i Quay Srbija$/);
  expect(words.join(' ')).not.toMatch(/\p{Script=Cyrillic}/u);
  expect(['Čačak', 'Beograd', 'Cetinje'].sort(compareTexts('sr'))).toEqual(['Beograd', 'Cetinje', 'Čačak']);
  expect(['Table 10', 'Table 2'].sort(compareTexts('en'))).toEqual(['Table 2', 'Table 10']);
});

it('Dutch puts the day first and writes no comma in a date', () => {
  expect(formatDay('2026-11-30T12:00:00Z', 'nl', 'UTC')).toBe('30 nov 2026');
  expect(formatCalendarDay('2026-11-30', 'nl', 'short')).toBe('30 nov');
  expect(formatCalendarDay('2026-11-30', 'nl', 'long')).toBe('ma 30 november 2026');
  expect(formatMonth('2026-11', 'nl', 'long')).toBe('november 2026');
  expect(formatMoment('2024-03-01T12:00:00Z', 'nl', new Date(now))).toMatch(/^1 mrt 2024, \d/);
});

it('a moment of another year has its year', () => {
  expect(formatMoment('2026-03-01T12:00:00Z', 'en', new Date(now))).not.toMatch(/2026/);
  expect(formatMoment('2024-03-01T12:00:00Z', 'en', new Date(now))).toMatch(/Mar 1, 2024/);
});

it('a day is that of the given time zone', () => {
  const late = '2025-05-01T23:30:00Z';
  expect(formatDay(late, 'en', 'UTC')).toBe('May 1, 2025');
  expect(formatDay(late, 'en', 'Asia/Kathmandu')).toBe('May 2, 2025');
  expect(formatDay(late, 'en', 'America/New_York')).toBe('May 1, 2025');
});

it('a day without a time is the same in every time zone', () => {
  const told = { writtenAt: '2025-05-01T22:00:00.000Z', writtenDay: '2025-05-02' };
  for (const zone of ['Etc/GMT+12', 'UTC', 'Pacific/Auckland', 'Pacific/Kiritimati'])
    expect(formatWrittenDay(told, 'en', zone)).toBe('May 2, 2025');
  expect(formatWrittenDay({ ...told, writtenDay: null }, 'en', 'Pacific/Kiritimati')).toBe('May 2, 2025');
  expect(formatWrittenDay({ ...told, writtenDay: null }, 'en', 'UTC')).toBe('May 1, 2025');
});
