import { expect, test } from 'vitest';
import { decimalPlaces, formatMoney, toSmallestUnit } from './money.ts';

test('amounts are counted in the smallest unit of their currency', () => {
  expect(toSmallestUnit(15, 'USD')).toBe(1500);
  expect(toSmallestUnit(9.9, 'EUR')).toBe(990);
  expect(toSmallestUnit(1.15, 'EUR')).toBe(115);
  expect(toSmallestUnit(1500, 'JPY')).toBe(1500);
  expect(toSmallestUnit(5, 'KWD')).toBe(5000);
  // Stripe counts these in hundredths, although they have no coins below one.
  expect([decimalPlaces('ISK'), decimalPlaces('UGX')]).toEqual([2, 2]);
});

test('people read amounts in units of the currency', () => {
  expect(formatMoney({ amount: 1500, currency: 'USD' }, 'en')).toBe('$15.00');
  expect(formatMoney({ amount: 1500, currency: 'USD' }, 'en', { short: true })).toBe('$15');
  expect(formatMoney({ amount: 1550, currency: 'EUR' }, 'de', { short: true })).toBe('15,50\u00a0€');
  expect(formatMoney({ amount: -250, currency: 'EUR' }, 'de')).toBe('-2,50\u00a0€');
  expect(formatMoney({ amount: 1500, currency: 'JPY' }, 'en')).toBe('¥1,500');
});
