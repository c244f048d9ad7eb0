import { expect, test } from 'vitest';
import { savingOf } from './saving-of.ts';

test.each([
  [1500, 14_400, 0.2],
  [1000, 9000, 0.25],
  [1500, 18_000, null],
  [1500, 17_990, null],
  [1000, 20_000, null],
  [0, 0, null],
])('a month for %i and a year for %i save %s', (month, year, saving) => {
  const found = savingOf({ month, year });
  if (saving === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(saving, 10);
});
