import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { passwordFault } from './passwords.ts';

test('the 10,000 most frequent passwords are refused, in any case', () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(10_000);
  // The first ones, some of the last, and what English lists lack.
  for (const common of [
    'Password',
    'IloveYou',
    'baseball',
    'metallica',
    'snickers1',
    'Wachtwoord1',
    'lozinka123',
  ])
    expect.soft(passwordFault(common, []), common).toBe('passwordCommon');
  expect(passwordFault('three quiet otters', [])).toBeNull();
});

test('an own address or name, or two characters in turn, is no password', () => {
  expect(passwordFault('Ann@Example.com', ['ann@example.com'])).toBe('passwordCommon');
  expect(passwordFault('abababababab', [])).toBe('passwordCommon');
});
