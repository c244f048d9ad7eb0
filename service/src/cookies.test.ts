import { expect, test } from 'vitest';
import { readCookie } from './cookies.ts';

test('a cookie is found among others by its whole name', () => {
  const header = 'xselectedLanguage=de; a=b=c; selectedLanguage=fr ; selectedLanguage=es';
  expect(readCookie(header, 'selectedLanguage')).toBe('fr');
  expect(readCookie(header, 'a')).toBe('b=c');
  expect(readCookie(header, 'Language')).toBeNull();
  expect(readCookie(undefined, 'a')).toBeNull();
});
