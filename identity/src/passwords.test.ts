import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { passwordError } from './passwords.ts';

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
    expect.soft(passwordError(common, []), common).toBe('passwordCommon');
  expect(passwordError('three quiet otters', [])).toBeNull();
});

test('the own address or name, or two alternating characters, are refused', () => {
  expect(passwordError('Ann@Example.com', ['ann@example.com'])).toBe('passwordCommon');
  expect(passwordError('abababababab', [])).toBe('passwordCommon');
});
