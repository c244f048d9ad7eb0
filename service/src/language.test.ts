import { expect, test } from 'vitest';
import { preferredLanguage, supportedLanguage } from './language.ts';

const ours = ['en', 'fr', 'de'] as const;

test.each([
  ['de-CH, fr;q=0.9', 'de'],
  ['xx, fr;q=0.5, de;q=0.8', 'de'],
  ['fr;q=0, de;q=0.1', 'de'],
  ['fr;q=broken, de;q=0.1', 'de'],
  ['fr, de', 'fr'],
  ['xx', null],
  ['', null],
  [undefined, null],
])('of %s it is %s', (header, language) => {
  expect(preferredLanguage(header, ours)).toBe(language);
});

test('a list longer than any person writes is not read to its end', () => {
  expect(preferredLanguage(`${'xx,'.repeat(20)}de`, ours)).toBeNull();
});

test('a region does not matter, a name of an object does not count', () => {
  expect(
    ['fr-CA', 'fr_CA', ' FR ', 'frx', 'constructor', null].map((tag) => supportedLanguage(tag, ours)),
  ).toEqual(['fr', 'fr', 'fr', null, null, null]);
});
