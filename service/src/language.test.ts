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
])('`%s` gives %s', (header, language) => {
  expect(preferredLanguage(header, ours)).toBe(language);
});

test('only the first entries of a long list are read', () => {
  expect(preferredLanguage(`${'xx,'.repeat(20)}de`, ours)).toBeNull();
});

test('the region of a tag is ignored, and names of object members are not languages', () => {
  expect(
    ['fr-CA', 'fr_CA', ' FR ', 'frx', 'constructor', null].map((tag) => supportedLanguage(tag, ours)),
  ).toEqual(['fr', 'fr', 'fr', null, null, null]);
});
