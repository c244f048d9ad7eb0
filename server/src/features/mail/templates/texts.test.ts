import { expect, test } from 'vitest';
import { formatDay } from './texts.ts';

test.each([
  ['en', 'November 30, 2026'],
  ['de', '30. November 2026'],
  ['nl', '30 november 2026'],
  ['sr', '30. 11. 2026.'],
] as const)('a day in mails in %s', (language, day) => {
  expect(formatDay(language, '2026-11-30')).toBe(day);
});
