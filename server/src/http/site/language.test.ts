import { languages } from '@kindling/contract/constants';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageCookie, matchLanguage, negotiateLanguage } from './language.ts';

const chosen = (query: string | null, cookie: string | null, accepted?: string) =>
  negotiateLanguage({ query, cookie, accepted });

describe('negotiation', () => {
  test.each([
    // query, cookie, accept-language, result
    [null, null, undefined, 'en'],
    [null, null, '', 'en'],
    [null, null, 'fr', 'fr'],
    [null, null, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [null, null, 'en-GB,en;q=0.9,fr;q=0.8', 'en'],
    [null, null, 'it,pt;q=0.9', 'en'],
    [null, null, 'it,de;q=0.4,nl;q=0.6', 'nl'],
    [null, null, 'de,nl', 'de'],
    [null, null, 'de;q=0,nl;q=0.1', 'nl'],
    [null, null, 'de;q=0.000', 'en'],
    [null, null, 'DE-at', 'de'],
    [null, null, '*', 'en'],
    // Serbian is used only when the visitor asks for it by name.
    [null, null, 'sr', 'en'],
    [null, null, 'sr-Latn-RS,de;q=0.3', 'de'],
    [null, 'sr', 'de', 'sr'],
    ['sr', 'de', 'de', 'sr'],
    [null, 'es', 'fr', 'es'],
    [null, 'en', 'fr', 'en'],
    ['nl', 'es', 'fr', 'nl'],
    ['en', 'es', 'fr', 'en'],
    ['fr-BE', null, 'de', 'fr'],
    // Languages that we do not have are ignored.
    ['it', 'es', 'fr', 'es'],
    ['', 'xx', 'fr', 'fr'],
    ['constructor', '__proto__', 'toString', 'en'],
    [null, null, 'fr;q=nonsense,de;q=0.1', 'de'],
  ])('lng %j, cookie %j, accept-language %j: %s', (query, cookie, accepted, language) => {
    expect(chosen(query, cookie, accepted)).toBe(language);
  });

  test('the answer is a supported language for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (query, cookie, accepted) => {
        expect(languages).toContain(chosen(query, cookie, accepted));
      }),
    );
  });

  test('only the first twenty entries of a list are read, because no browser sends more', () => {
    expect(chosen(null, null, `${'it,'.repeat(19)}fr`)).toBe('fr');
    expect(chosen(null, null, `${'it,'.repeat(20)}fr`)).toBe('en');
  });
});

test('a tag with a region gives its language', () => {
  expect([matchLanguage('nl-BE'), matchLanguage('NL'), matchLanguage('nlx'), matchLanguage(null)]).toEqual([
    'nl',
    'nl',
    null,
    null,
  ]);
});

test('the cookie applies to the whole site for a year, and over https to this host only', () => {
  expect(languageCookie('fr', false)).toBe('selectedLanguage=fr; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(languageCookie('fr', true)).toBe(
    '__Host-selectedLanguage=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
  );
});
